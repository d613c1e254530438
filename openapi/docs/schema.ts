import type { Follow, Schema } from "../model/contract.ts";
import { html, type Html } from "../html.ts";
import { inline } from "./markdown.ts";

/** The fields of an object, each with its type, its bounds and its own fields below it. `id` begins their ids. */
export function fieldsOf(schema: Schema, follow: Follow, id: string): Html | undefined {
  const { properties = {}, required = [] } = inner(schema, follow);
  const names = Object.keys(properties);
  if (names.length === 0) return undefined;
  return html`<ul class="fields">
    ${names.map((name) =>
      field(
        { name, id: `${id}-${name}`, schema: properties[name] ?? {}, required: required.includes(name) },
        follow,
      ),
    )}
  </ul>`;
}

interface Field {
  name: string;
  id: string;
  schema: Schema;
  required?: boolean;
  description?: string;
}

/** One field or parameter. */
export function field({ name, id, schema, required = false, description }: Field, follow: Follow): Html {
  const whole = flatten(schema, follow);
  const below = fieldsOf(whole, follow, id);
  const text = description ?? whole.description ?? "";
  return html`<li id="${id}">
    <p>
      <a href="#${id}"><code>${name}</code></a>
      <span class="type">${typeOf(whole, follow)}</span
      >${required && html` <span class="required">required</span>`}${whole.deprecated === true && html` <span class="deprecated">deprecated${whole["x-sunset"] && ` until ${whole["x-sunset"]}`}</span>`}
    </p>
    ${text && html`<p>${inline(text)}</p>`}${facts(whole, follow)}${
      below &&
      html`<details>
        <summary>Fields of <code>${name}</code></summary>
        ${below}
      </details>`
    }
  </li>`;
}

/** A schema with what it refers to and is composed of in one object. The outer description holds. */
export function flatten(schema: Schema, follow: Follow): Schema {
  const { $ref, allOf = [], anyOf, ...own } = schema;
  const parts = [
    ...($ref === undefined ? [] : [flatten(follow({ $ref }), follow)]),
    ...allOf.map((part) => flatten(part, follow)),
  ];
  const other = anyOf?.find(({ type }) => type !== "null");
  if (other) {
    const { type = [], ...rest } = flatten(other, follow);
    parts.push({ ...rest, type: [type, "null"].flat() });
  }
  return {
    ...Object.assign({}, ...parts),
    ...own,
    ...merged([...parts, own]),
  };
}

function merged(parts: Schema[]): Pick<Schema, "properties" | "required"> {
  if (!parts.some(({ properties }) => properties)) return {};
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** The schema whose fields a list or an object has. */
function inner(schema: Schema, follow: Follow): Schema {
  const whole = flatten(schema, follow);
  return whole.items ? inner(whole.items, follow) : whole;
}

function typeOf({ type = "any", format, items, const: constant }: Schema, follow: Follow): string {
  if (constant !== undefined) return `always ${JSON.stringify(constant)}`;
  const words = [type].flat().map((word) => {
    if (word === "array" && items) return `list of ${typeOf(flatten(items, follow), follow)}`;
    return word === "string" && format ? format : word;
  });
  return words.join(" or ");
}

/** What a reader has to keep to. Patterns are for programs. */
function facts(schema: Schema, follow: Follow): Html | undefined {
  const item = schema.items && flatten(schema.items, follow);
  const known = schema["x-extensible-enum"] ?? item?.["x-extensible-enum"];
  const closed = schema.enum ?? item?.enum;
  const bounds = [
    range(schema.minLength, schema.maxLength, "characters"),
    schema.const === undefined ? range(schema.minimum, schema.maximum, "") : undefined,
    range(schema.minItems, schema.maxItems, "elements"),
    range(undefined, schema.maxProperties, "fields"),
    item && range(item.minLength, item.maxLength, "characters each"),
  ].filter((bound) => bound !== undefined);
  const lines = [
    bounds.length > 0 && html`${bounds.join("; ")}`,
    (known ?? closed) &&
      html`${known ? "Known values" : "One of"}:
      ${(known ?? closed ?? []).map((value, index) => [index > 0 && ", ", html`<code>${String(value)}</code>`])}`,
    schema.default !== undefined && html`Default: <code>${JSON.stringify(schema.default)}</code>`,
  ].filter((line) => line !== false && line !== undefined);
  return lines.length > 0
    ? html`<p class="facts">${lines.map((line) => html`<span>${line}</span> `)}</p>`
    : undefined;
}

/** `1 to 100`. A bound that only says what a computer can count is none. */
function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  const least = from === undefined || (from === 0 && unit !== "") ? undefined : from.toLocaleString("en");
  const most = to === undefined || to >= 2 ** 31 - 1 ? undefined : to.toLocaleString("en");
  if (most === undefined)
    return least === undefined || from === 0 ? undefined : `at least ${least} ${unit}`.trim();
  if (least === undefined) return `at most ${most} ${unit}`.trim();
  return `${least === most ? most : `${least} to ${most}`} ${unit}`.trim();
}
