/** What a value must be: of a type of JavaScript, a whole number between two, or a text of a form, which has a name. */
type Kind =
  | "function"
  | "object"
  | "boolean"
  | readonly [from: number, to: number]
  | readonly [form: RegExp, name: string];

/** Options that are known in a place → what each must be. */
export type Kinds = Readonly<Record<string, Kind>>;

const milliseconds = [1, 2 ** 31 - 1] as const;
const printable = [/^[\x20-\x7e]*[\x21-\x7e]$/, "of printable ASCII characters"] as const;

/** The options of every call. */
export const callOptions: Kinds = {
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retries: [0, 100],
  headers: "object",
  signal: "object",
};

/** The options of a call that creates. */
export const createOptions: Kinds = { ...callOptions, idempotencyKey: printable };

/** The options of `events.follow`. */
export const followOptions: Kinds = {
  ...callOptions,
  interval: milliseconds,
  onError: "function",
  onCursor: "function",
};

/** The options of a client, which are those of a call and its own. */
export const clientOptions: Kinds = {
  ...callOptions,
  apiKey: printable,
  baseUrl: [/^https?:\/\/[^/@?#]+[^@?#]*$/i, "like http://127.0.0.1:3000, without user and query"],
  fetch: "function",
  appName: printable,
  hooks: "object",
  logger: "object",
  logLevel: [/^(debug|info|warn|error|off)$/, "debug, info, warn, error or off"],
  dangerouslyAllowBrowser: "boolean",
};

/**
 * Holds options against what can work at all. What is undefined counts as left out.
 * @throws TypeError that names the option and shows no value, as one may be a key
 */
export function checkOptions(options: object, known: Kinds): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = known[name];
    if (!kind) throw new TypeError(`${name} is not an option. There are: ${Object.keys(known).join(", ")}.`);
    if (value !== undefined && !isOf(kind, value)) throw new TypeError(`${name} must be ${describe(kind)}.`);
  }
  const { headers = {} } = options as { headers?: Record<string, unknown> };
  for (const [name, value] of Object.entries(headers))
    if (!/^(?!authorization$)[\w-]+$/i.test(name) || !isOf(printable, value))
      throw new TypeError(`headers must not hold this name or text: ${name}.`);
}

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind === "string") return typeof value === kind && value !== null;
  const [from, to] = kind;
  if (typeof from === "object") return typeof value === "string" && from.test(value);
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= Number(to);
}

function describe(kind: Kind): string {
  if (typeof kind === "string") return `of type ${kind}`;
  const [from, to] = kind;
  return typeof from === "object" ? `a text ${to}` : `a whole number from ${from} to ${to}`;
}
