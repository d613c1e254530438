import { mark } from "../rules/no-marks.ts";

/** A field of the new resource that a caller sends: a text. */
export interface Field {
  name: string;
  isRequired: boolean;
  /** A value for the examples. */
  example: string;
}

/** What is asked for: a resource that the contract does not have yet. */
export interface Resource {
  /** In snake_case: `company`, `ticket_note`. */
  singular: string;
  plural: string;
  /** What its ids begin with: `co` of `co_01jq…`. */
  prefix: string;
  fields: Field[];
}

type Options = Partial<Record<"name" | "plural" | "prefix" | "fields", string>>;

/**
 * Reads the options of the command.
 * @throws Error whose message says what to give instead
 */
export function readResource({
  name = "",
  plural = pluralOf(name),
  prefix = "",
  fields = "",
}: Options): Resource {
  requireMatch(name, /^[a-z]+(_[a-z]+)*$/, "--name must be one thing in snake_case, e.g. company");
  requireMatch(
    plural,
    /^[a-z]+(_[a-z]+)*s$/,
    "--plural must be several of them in snake_case, e.g. companies",
  );
  requireMatch(
    prefix,
    /^[a-z]{2,3}$/,
    "--prefix must be two or three letters that its ids begin with, e.g. co",
  );
  const read = fields.split(",").map(readField);
  const names = read.map((field) => field.name);
  const twice = names.find((each, i) => names.indexOf(each) !== i);
  if (twice !== undefined) throw new Error(`--fields has ${twice} twice.`);
  return { singular: name, plural, prefix, fields: read };
}

/** What each resource or its table has. */
const ofEvery = ["id", "object", "created_at", "updated_at", "workspace_id", "bytes"];

/** `name=Librería del Sur`, or `domain?=libreria.example` for a field that a caller need not send. */
function readField(text: string): Field {
  const [, name = "", optional, , example] = /^([^=?]*)(\?)?(=(.*))?$/.exec(text) ?? [];
  requireMatch(
    name,
    /^[a-z]+(_[a-z]+)*$/,
    '--fields must be texts in snake_case, e.g. "name=Librería del Sur,domain?=libreria.example"',
  );
  if (ofEvery.includes(name)) throw new Error(`Every resource has the field ${name}.`);
  return { name, isRequired: optional === undefined, example: example ?? `${mark} an example of ${name}` };
}

function requireMatch(value: string, pattern: RegExp, said: string): void {
  if (!pattern.test(value)) throw new Error(`${said}.`);
}

/** The regular plural: `companies` of `company`, `boxes` of `box`. */
const pluralOf = (name: string) =>
  `${name.replace(/(?<![aeiou])y$/, "ie").replace(/([sxz]|[cs]h)$/, "$1e")}s`;

/** `TicketNote` of `ticket_note`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `ticketNote` of `ticket_note`. */
export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `ticket note` of `ticket_note`. */
export const words = (name: string): string => name.replaceAll("_", " ");

/** `a company`, `an invoice`. */
export const one = (name: string): string => `${/^[aeiou]/.test(name) ? "an" : "a"} ${words(name)}`;
