import { type Body, type Follow, type Schema } from "../model/contract.ts";
import { limitsOf } from "../model/limits-in-words.ts";
import { flattened } from "../generate/intersection.ts";
import { html, safe, type Html } from "../html.ts";
import { jsonOf } from "../model/json.ts";
import { namesIn } from "../model/pointer.ts";
import { inline } from "./markdown.ts";

/** Returns the first media type of a body. */
export const mediaOf = (body: Body) => Object.values(body.content ?? {})[0];

/** The place of fields in the docs. */
interface Where {
  /** True for a request, which shows the required fields. */
  isRequest?: boolean;
  /** The references of the outer objects. */
  outerReferences?: string[];
  /** The maximum number of references from the outermost object to one that shows its fields. */
  maxDepth?: number;
}

/**
 * The maximum number of fields in a list, with the fields inside them. A page with more is slow to
 * open.
 */
const maxFields = 400;
/** The maximum number of values that a field shows. */
const maxValues = 100;
/** The depths that are tried, the deepest first. */
const depths = [Infinity, 4, 3, 2, 1];

/** Returns the greatest depth at which a list has no more than `maxFields`. */
const depthOf = (schemas: Schema[], follow: Follow): number =>
  depths.find(
    (depth) =>
      countFields({ schemas, follow, depth, outer: [], limit: maxFields }) <=
      maxFields,
  ) ?? 0;

/** Counts fields with the fields inside them; it ends above a limit. */
function countFields({
  schemas,
  follow,
  depth,
  outer,
  limit,
}: {
  schemas: Schema[];
  follow: Follow;
  depth: number;
  outer: string[];
  limit: number;
}): number {
  let count = schemas.length;
  for (const schema of schemas) {
    if (count > limit) return count;
    const references = referencesOf(schema);
    const isShown =
      outer.length + references.length <= depth &&
      !references.some((each) => outer.includes(each));
    if (!isShown) continue;
    let inner = schema;
    let flat = flatten(schema, follow);
    while (flat.items) {
      inner = flat.items;
      flat = flatten(inner, follow);
    }
    count += countFields({
      schemas: [
        ...Object.values(flat.properties ?? {}),
        ...branchesOf(inner, follow).schemas,
      ],
      follow,
      depth,
      outer: [...outer, ...references],
      limit: limit - count,
    });
  }
  return count;
}

/** A field or a parameter. */
export interface Field {
  name: string;
  id: string;
  schema: Schema;
  required?: boolean;
  description?: string;
  /** The deprecation of a parameter, when the schema has none. */
  end?: Pick<Schema, "deprecated" | "x-sunset">;
}

/**
 * Lists the fields of an object with their types, limits and inner fields, or the branches of a
 * schema with theirs. Their ids begin with `id`.
 */
export function fieldsOf(
  schema: Schema,
  follow: Follow,
  { id, ...where }: Where & { id: string },
): Html | undefined {
  const flat = flatten(schema, follow);
  if (flat.items) return fieldsOf(flat.items, follow, { id, ...where });
  const fields = Object.entries(flat.properties ?? {}).map(
    ([name, property]) => ({
      name,
      id: `${id}-${name}`,
      schema: property,
      required: flat.required?.includes(name) ?? false,
    }),
  );
  const list = fields.length > 0 && fieldList(fields, follow, where);
  const branches = branchList(schema, follow, { id, ...where });
  return list || branches ? html`${list}${branches}` : undefined;
}

/** The schemas of which a value has to fit one, or some. */
interface Branches {
  /** The words before the list. */
  title: string;
  schemas: Schema[];
  /** The field whose value names the branch, and its value for each branch. */
  discriminator: Schema["discriminator"];
}

/** Returns the branches of a schema when it has several beside `null`. */
function branchesOf(schema: Schema, follow: Follow): Branches {
  const { anyOf, oneOf, discriminator } = flattened(
    { ...schema },
    follow,
  ) as Schema;
  const schemas = (oneOf ?? anyOf ?? []).filter(({ type }) => type !== "null");
  const [only] = schemas;
  if (only && schemas.length === 1 && only.$ref !== schema.$ref)
    return branchesOf(only, follow);
  const title = oneOf ? "One of these" : "At least one of these";
  return { title, schemas: only ? schemas : [], discriminator };
}

/** Lists the branches of a schema, if one of them has fields. */
function branchList(
  schema: Schema,
  follow: Follow,
  { id, ...outer }: Where & { id: string },
): Html | undefined {
  const { title, schemas, discriminator } = branchesOf(schema, follow);
  const where = {
    ...outer,
    maxDepth: outer.maxDepth ?? depthOf(schemas, follow),
  };
  const branches = schemas.map((branch) => {
    const name = branch.$ref === undefined ? branch.title : nameIn(branch.$ref);
    const flat = flatten(branch, follow);
    const shown = name ?? typeOf(flat, follow);
    return {
      name: shown,
      id: `${id}-${shown}`,
      flat,
      value: valueOf(branch, discriminator),
      fields: innerFieldsOf(branch, follow, { ...where, id: `${id}-${shown}` }),
    };
  });
  if (!branches.some(({ fields }) => fields)) return undefined;
  const by =
    discriminator && html`, as <code>${discriminator.propertyName}</code> says`;
  return html`<p class="quiet">${title}${by}:</p>
    <ul class="fields" role="list">
      ${branches.map(
        ({ name, id: place, flat, value, fields }) =>
          html`<li id="${place}">
            <p class="name">
              <a href="#${place}"><code>${name}</code></a>
              <small class="type">${typeOf(flat, follow)}</small>
              ${value !== undefined && html`<small>for <code>${value}</code></small>`}
            </p>
            <div class="about">
              ${flat.description !== undefined && html`<p>${inline(flat.description)}</p>`}
            </div>
            ${
              fields &&
              html`<details ${!outer.outerReferences && safe("open")}>
                <summary>Fields of <code>${name}</code></summary>
                ${fields}
              </details>`
            }
          </li>`,
      )}
    </ul>`;
}

/** Returns the value of the discriminator for a branch, when it is not the branch's own name. */
function valueOf(
  { $ref = "" }: Schema,
  discriminator: Schema["discriminator"],
): string | undefined {
  const found = Object.entries(discriminator?.mapping ?? {}).filter(
    ([, reference]) => reference === $ref,
  );
  return found.length > 0
    ? found.map(([value]) => value).join(", ")
    : undefined;
}

/** Lists the fields inside of a field or branch, if it is not in itself and not too deep. */
function innerFieldsOf(
  schema: Schema,
  follow: Follow,
  where: Where & { id: string },
): Html | undefined {
  const { outerReferences = [], maxDepth = Infinity } = where;
  const references = referencesOf(schema);
  // An object in itself has the same fields as the outer one.
  const isRepeated = references.some((each) => outerReferences.includes(each));
  const depth = outerReferences.length + references.length;
  if (isRepeated || depth > maxDepth) return undefined;
  return fieldsOf(schema, follow, {
    ...where,
    outerReferences: [...outerReferences, ...references],
  });
}

/** Lists fields or parameters. The required ones of a request are first. */
export function fieldList(fields: Field[], follow: Follow, outer: Where): Html {
  const where = {
    ...outer,
    maxDepth:
      outer.maxDepth ??
      depthOf(
        fields.map(({ schema }) => schema),
        follow,
      ),
  };
  const first = fields.filter(({ required }) => where.isRequest && required);
  const others = fields.filter((each) => !first.includes(each));
  return html`<ul class="fields" role="list">
    ${[...first, ...others].map((each) => field(each, follow, where))}
  </ul>`;
}

/**
 * Writes a field or parameter. The inner fields are folded, except at the first level of a
 * response.
 */
export function field(
  { name, id, schema, required = false, description, end }: Field,
  follow: Follow,
  { isRequest = false, outerReferences, maxDepth = Infinity }: Where,
): Html {
  const flat = flatten(schema, follow);
  const innerFields = innerFieldsOf(schema, follow, {
    ...{ id, isRequest, maxDepth },
    ...(outerReferences && { outerReferences }),
  });
  const text = description ?? flat.description ?? "";
  const { deprecated = false, "x-sunset": day } = end?.deprecated ? end : flat;
  const { readOnly = false, writeOnly = false } = flat;
  const folded =
    innerFields &&
    html`<details>
      <summary>Fields of <code>${name}</code></summary>
      ${innerFields}
    </details>`;
  return html`<li id="${id}">
    <p class="name">
      <a href="#${id}"><code>${name}</code></a>
      <small class="type"
        >${[typeOf(flat, follow), ...(isRequest ? limitsOf(flat, flat.items && flatten(flat.items, follow)) : [])].join(" · ")}</small
      >
      ${isRequest && (required ? html`<small class="required">required</small>` : html`<small>optional</small>`)}
      ${readOnly && html`<small>read only</small>`}
      ${writeOnly && html`<small>write only</small>`}
      ${deprecated && html`<small class="required">deprecated${day && ` until ${day}`}</small>`}
    </p>
    <div class="about">
      ${text && html`<p>${inline(text)}</p>`}${values(flat, follow, isRequest)}
    </div>
    ${!isRequest && !outerReferences ? innerFields : folded}
  </li>`;
}

/** Returns the references whose fields are shown as those of the schema itself. */
function referencesOf({
  $ref,
  items,
  allOf = [],
  anyOf = [],
  oneOf = [],
}: Schema): string[] {
  const branches = [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
  const only = branches.length === 1 ? branches : [];
  return [
    $ref ?? [],
    [items ?? [], allOf, only].flat().flatMap(referencesOf),
  ].flat();
}

/**
 * Merges a schema with its references and branches to one object. The outer description wins.
 * @param within the references of the schemas that it is a part of
 */
function flatten(
  schema: Schema,
  follow: Follow,
  within: string[] = [],
): Schema {
  const inside = schema.$ref === undefined ? within : [...within, schema.$ref];
  const repeated = within.find((each) => each === schema.$ref);
  if (repeated !== undefined) return { type: [nameIn(repeated)] };
  const {
    anyOf = [],
    oneOf = [],
    ...own
  } = flattened({ ...schema }, follow) as Schema;
  const branches = [...anyOf, ...oneOf];
  const others = branches.filter(({ type }) => type !== "null");
  const [only] = others;
  const flat = { properties: {}, required: [], ...own };
  if (!only) return flat;
  const isNullable = others.length < branches.length;
  if (others.length === 1) {
    const { type = [], ...rest } = flatten(only, follow, inside);
    const types = isNullable ? [type, "null"].flat() : type;
    return {
      ...rest,
      ...own,
      ...(types.length > 0 && { type: types }),
      properties: { ...rest.properties, ...own.properties },
      required: [...(rest.required ?? []), ...(own.required ?? [])],
    };
  }
  const types = others.map((each) =>
    typeOf(flatten(each, follow, inside), follow, inside),
  );
  return {
    ...flat,
    type: [...new Set([...types, ...(isNullable ? ["null"] : [])])],
  };
}

/** Returns the name of a schema from its reference. */
const nameIn = (reference: string) => String(namesIn(reference).at(-1));

/** Returns true when no value fits the schema. */
const isNever = (schema: object) =>
  "not" in schema && JSON.stringify(schema.not) === "{}";

/** Writes the type of a schema: `list of string`. */
export const typeText = (schema: Schema, follow: Follow): string =>
  typeOf(flatten(schema, follow), follow);

function typeOf(
  { type = "any", format, items, const: constant, ...others }: Schema,
  follow: Follow,
  within: string[] = [],
): string {
  if (isNever(others)) return "nothing";
  if (constant !== undefined) return `always ${jsonOf(constant)}`;
  const words = [type].flat().map((word) => {
    if (word === "array" && items)
      return `list of ${typeOf(flatten(items, follow, within), follow, [...within, items.$ref ?? []].flat())}`;
    return word === "string" && format ? format : word;
  });
  return words.join(" or ");
}

/**
 * Returns the pattern of a field. One that only refuses control characters is left out.
 */
const shownPattern = ({ pattern }: Schema): string | undefined =>
  pattern?.includes(String.raw`\x`) ? undefined : pattern;

/** Writes the default and the known values of a field, and its pattern in a request. */
function values(
  schema: Schema,
  follow: Follow,
  isRequest: boolean,
): Html | undefined {
  const item = schema.items && flatten(schema.items, follow);
  const extensible = schema["x-extensible-enum"] ?? item?.["x-extensible-enum"];
  const words = extensible ?? schema.enum ?? item?.enum ?? [];
  const shown = words.slice(0, maxValues);
  const others = words.length - shown.length;
  const isDefault = schema.default !== undefined;
  const pattern = isRequest
    ? (shownPattern(schema) ?? (item && shownPattern(item)))
    : undefined;
  const media = [schema.contentMediaType, schema.contentEncoding].filter(
    (word) => word !== undefined,
  );
  const isEmpty = words.length === 0 && media.length === 0;
  if (isEmpty && !isDefault && pattern === undefined) return undefined;
  return html`<p class="values">
    ${shown.map((value) => html`<code>${typeof value === "object" ? jsonOf(value) : String(value)}</code> `)}${others > 0 && html`<span>and ${others.toLocaleString("en")} more</span> `}${extensible && html`<span>more may be added</span> `}${isDefault && html`<span>default <code>${jsonOf(schema.default)}</code></span> `}${pattern !== undefined && html`<span>matches <code>${pattern}</code></span> `}${media.length > 0 && html`<span>holds <code>${media.join(", ")}</code></span>`}
  </p>`;
}
