import type { Body, Follow, Schema } from "../model/contract.ts";
import { html, type Html } from "../html.ts";
import { inline } from "./markdown.ts";

/** The first media type of a body. All of ours are JSON. */
export const mediaOf = (body: Body) => Object.values(body.content ?? {})[0];

/** Whether the fields are those of a request, where it counts which are required; `deep` ones are folded. */
interface Where {
  id: string;
  isRequest?: boolean;
  depth?: number;
}

/** The fields of an object, each with its type, its limits and its own fields below it. `id` begins their ids. */
export function fieldsOf(schema: Schema, follow: Follow, where: Where): Html | undefined {
  const { properties = {}, required = [] } = inner(schema, follow);
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    id: `${where.id}-${name}`,
    schema: property,
    required: required.includes(name),
  }));
  return fields.length > 0 ? fieldList(fields, follow, where) : undefined;
}

/** What is named, with a schema. */
export interface Field {
  name: string;
  id: string;
  schema: Schema;
  required?: boolean;
  description?: string;
}

/** Fields or parameters. Of a request those that are required come first. */
export function fieldList(fields: Field[], follow: Follow, where: Omit<Where, "id">): Html {
  const isRequired = ({ required = false }: Field) => Number(where.isRequest === true && required);
  const sorted = fields.toSorted((one, other) => isRequired(other) - isRequired(one));
  const isCard = where.isRequest !== true && (where.depth ?? 0) === 0;
  return html`<ul class="fields${isCard && " card"}" role="list">
    ${sorted.map((each) => field(each, follow, where))}
  </ul>`;
}

/** One field or parameter. */
export function field(
  { name, id, schema, required = false, description }: Field,
  follow: Follow,
  { isRequest = false, depth = 0 }: Omit<Where, "id"> = {},
): Html {
  const whole = flatten(schema, follow);
  const below = fieldsOf(whole, follow, { id, isRequest, depth: depth + 1 });
  const text = description ?? whole.description ?? "";
  const until = whole["x-sunset"] === undefined ? "" : ` until ${whole["x-sunset"]}`;
  return html`<li id="${id}">
    <p class="name">
      <a href="#${id}"><code>${name}</code></a>
      <small class="type"
        >${[typeOf(whole, follow), ...(isRequest ? limits(whole, follow) : [])].join(" · ")}</small
      >
      ${isRequest && (required ? html`<small class="required">required</small>` : html`<small>optional</small>`)}
      ${whole.deprecated === true && html`<small class="required">deprecated${until}</small>`}
    </p>
    <div class="about">${text && html`<p>${inline(text)}</p>`}${values(whole, follow)}</div>
    ${
      below &&
      (!isRequest && depth === 0
        ? below
        : html`<details>
            <summary>Fields of <code>${name}</code></summary>
            ${below}
          </details>`)
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
  return { ...Object.assign({}, ...parts), ...own, ...merged([...parts, own]) };
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

/** How long, large or many it may be. Patterns are for programs. */
function limits(schema: Schema, follow: Follow): string[] {
  const item = schema.items && flatten(schema.items, follow);
  return [
    range(schema.minLength, schema.maxLength, "characters"),
    schema.const === undefined ? range(schema.minimum, schema.maximum, "") : undefined,
    range(schema.minItems, schema.maxItems, "elements"),
    range(undefined, schema.maxProperties, "fields"),
    item && range(item.minLength, item.maxLength, "characters each"),
  ].filter((limit) => limit !== undefined);
}

/** What a value is when it is not sent, and what it may be. */
function values(schema: Schema, follow: Follow): Html | undefined {
  const item = schema.items && flatten(schema.items, follow);
  const known = schema["x-extensible-enum"] ?? item?.["x-extensible-enum"];
  const words = known ?? schema.enum ?? item?.enum ?? [];
  const chips = words.map((value) => html`<code>${value}</code> `);
  const isDefault = schema.default !== undefined;
  if (chips.length === 0 && !isDefault) return undefined;
  return html`<p class="values">
    ${chips}${known && html`<span>more may be added</span> `}${isDefault && html`<span>default <code>${JSON.stringify(schema.default)}</code></span>`}
  </p>`;
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
