import { pascal } from "../generate/client-names.ts";
import { todo } from "../rules/finished-texts.ts";
import type { Names } from "./template.ts";

/** A field that a caller sends. */
export interface Field {
  name: string;
  isRequired: boolean;
  type: FieldType;
  /** A text for the examples. */
  example: string;
}

/** A text, one of several names, a whole number, or the id of another resource. */
type FieldType =
  | { kind: "text" }
  | { kind: "enum"; values: string[] }
  | { kind: "integer"; minimum: number; maximum: number }
  | { kind: "reference"; to: string };

/** Another resource that a field refers to. */
export interface Referred {
  /** The schema of its ids: `CompanyId`. */
  schema: string;
  /** The prefix of its ids. */
  prefix: string;
  table: string;
}

export const snakeCase = /^[a-z]+(_[a-z]+)*$/;

/**
 * Reads a list of fields: `name=Librería del
 * Sur,plan=enum(free,team),seats=integer(1,500),company_id?=ref(company)`. A comma in parentheses
 * separates no fields.
 */
export const readFields = (list: string): Field[] =>
  list.split(/,(?![^()]*\))/).map(readField);

/** Reads a field. "?" behind its name says that a caller need not send it. */
function readField(text: string): Field {
  const [, name = "", optional, , value] =
    /^([^=?]*)(\?)?(=(.*))?$/.exec(text) ?? [];
  return {
    name,
    isRequired: optional === undefined,
    type: readType(value ?? ""),
    example: value || `${todo} an example of ${name}`,
  };
}

/**
 * Reads the type of a field. Any text is an example of a text, but not one that looks like a type.
 * @throws Error when there is no such type, or when it has values that it cannot have
 */
function readType(text: string): FieldType {
  const [, name = "", list] = /^([a-z_]+)(?:\((.*)\))?$/.exec(text) ?? [];
  if (list === undefined && !wordsOfTypes.has(name)) return { kind: "text" };
  const values = (list ?? "").split(",").map((value) => value.trim());
  const [first = "", second = ""] = values;
  const isList = values.every((value) => snakeCase.test(value));
  if (name === "enum" && isList && new Set(values).size === values.length)
    return { kind: "enum", values };
  const isRange = isInt32(first) && isInt32(second) && +first < +second;
  if (name === "integer" && values.length === 2 && isRange)
    return { kind: "integer", minimum: +first, maximum: +second };
  if (name === "ref" && values.length === 1 && snakeCase.test(first))
    return { kind: "reference", to: first };
  throw new Error(
    `${text} is no type of a field: write enum(free,team) with each value once, integer(1,500) with two whole numbers of 32 bits, ref(company), or an example of a text.`,
  );
}

/** Words that a person writes for a type, and hardly as the example of a text. */
const wordsOfTypes = new Set(
  "enum integer ref boolean number string date datetime array object".split(
    " ",
  ),
);

const isInt32 = (text: string) =>
  /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0);

/** The patterns of texts (openapi/README.md#patterns). */
const anyText = String.raw`^[^\x00]*$`;
const notBlank = String.raw`^[\x01-\x20]*[^\x00-\x20][^\x00]*$`;
const notBlankExactly = String.raw`^(?![\s\p{Cc}\p{DI}]*$)[^\x00]*$`;

const nullOr = (schema: string) => `anyOf: [{ ${schema} }, { type: "null" }]`;
const schemaRef = (name: string) => `$ref: "#/components/schemas/${name}"`;

/**
 * The lines of a field in the contract. `component` is its own schema; without one its line is left
 * out.
 */
interface Schemas {
  component: string | null;
  created: string;
  changed: string;
  shown: string;
}

/** Writes the schemas of a field: its own, and those in the requests and in the object. */
function schemasOf(
  { name, isRequired, type }: Field,
  resource: string,
  refersTo: Referred | undefined,
): Schemas {
  const own = schemaRef(resource + pascal(name));
  const orNull = (schema: string) => (isRequired ? schema : nullOr(schema));
  switch (type.kind) {
    case "text": {
      const optional = `type: string, maxLength: 255, pattern: '${anyText}'`;
      const required = `type: string, minLength: 1, maxLength: 255, pattern: '${notBlank}', x-exact: { pattern: '${notBlankExactly}' }`;
      return {
        component: `{ ${isRequired ? required : optional} }`,
        created: own,
        changed: isRequired
          ? own
          : optional.replace("string", '[string, "null"]'),
        shown: own,
      };
    }
    case "enum": {
      const values = `[${type.values.join(", ")}]`;
      const closed = `type: string, enum: ${values}`;
      return {
        component: `{ description: More values may be added., type: string, maxLength: 50, x-extensible-enum: ${values} }`,
        created: closed,
        changed: orNull(closed),
        shown: orNull(own),
      };
    }
    case "integer": {
      const { minimum, maximum } = type;
      return {
        component: `{ type: integer, format: int32, minimum: ${minimum}, maximum: ${maximum} }`,
        created: own,
        changed: orNull(own),
        shown: orNull(own),
      };
    }
    case "reference": {
      const id = schemaRef("Reference");
      return {
        component: null,
        created: id,
        changed: orNull(id),
        shown: orNull(schemaRef(refersTo?.schema ?? "")),
      };
    }
  }
}

/** The value of a field in the examples. */
function exampleOf({ type, example }: Field, refersTo?: Referred): string {
  switch (type.kind) {
    case "text":
      return JSON.stringify(example);
    case "enum":
      return type.values[0] ?? "";
    case "integer":
      return String(type.minimum);
    case "reference":
      return `${refersTo?.prefix}_01jqx0a4m2e7yrt9d6b8p5vw3n`;
  }
}

/**
 * The names of a field in the templates. A field may be called as SQL or YAML calls something, such
 * as `order`.
 */
export function namesOfField(
  field: Field,
  resource: string,
  refersTo?: Referred,
) {
  const { name, isRequired, type } = field;
  const { component, created, changed, shown } = schemasOf(
    field,
    resource,
    refersTo,
  );
  const { whenUnknown, removedByNull, orUnknown, orEmpty } = isRequired
    ? always
    : optional[type.kind === "text" ? "text" : "other"];
  return {
    field: name,
    Field: pascal(name),
    example: exampleOf(field, refersTo),
    fieldSchema: component,
    createdSchema: created,
    changedSchema: changed,
    shownSchema: shown,
    whenUnknown,
    removedByNull,
    orUnknown,
    orEmpty,
    ...storedAs(field, resource, refersTo),
  };
}

/** Additions of texts and code for a field that always has a value: none. */
const always = {
  whenUnknown: "",
  removedByNull: "",
  orUnknown: "",
  orEmpty: "",
};

/**
 * Additions for a field that may be unknown: an unknown text is empty, and everything else null.
 */
const optional = {
  text: {
    whenUnknown: "; empty when unknown",
    removedByNull: "; `null` and an empty text remove it",
    orUnknown: ' ?? ""',
    orEmpty: ' ?? ""',
  },
  other: {
    whenUnknown: "; null when unknown",
    removedByNull: "; `null` removes it",
    orUnknown: " ?? null",
    orEmpty: "",
  },
};

/** The lines of a field in the table, the migration and the handlers. */
function storedAs(
  { name, isRequired, type }: Field,
  resource: string,
  refersTo?: Referred,
): Names {
  const types = {
    text: ["text()", "text"],
    enum: [`text<contract.${resource}${pascal(name)}>()`, "text"],
    integer: ["integer()", "integer"],
    reference: ["text()", 'text collate "C"'],
  } as const;
  const [column, sqlType] = types[type.kind];
  const isNullable = !isRequired && type.kind !== "text";
  const length = `octet_length("${name}")`;
  const countedLength = isNullable ? `coalesce(${length}, 0)` : length;
  const table = refersTo?.table;
  return {
    column: isNullable ? `nullable(${column})` : column,
    sqlType: isNullable ? sqlType : `${sqlType} not null`,
    storedLength: type.kind === "integer" ? null : countedLength,
    foreignKey:
      table === undefined
        ? null
        : `foreign key (workspace_id, "${name}") references ${table}`,
    checkReference:
      table === undefined
        ? null
        : `if (body.${name} && !(await lockRow(tx, "${table}", body.${name}, "key share")))
    throw invalid(["${name}"], "not_found", { es: "no existe en este espacio de trabajo", en: "does not exist in this workspace" });`,
  };
}
