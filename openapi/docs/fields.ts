import { html, safe, type Html } from "../html.ts";
import type { Body, Follow, Schema } from "../model/contract.ts";
import { depthOf } from "./field-depth.ts";
import { furtherRules, limitTexts, values } from "./field-rules.ts";
import { blocks } from "./markdown.ts";
import {
  branchesOf,
  flatten,
  innermost,
  membersOf,
  nameIn,
  referencesOf,
  typeOf,
} from "./schema-shape.ts";

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

/** A field or a parameter. */
export interface Field {
  name: string;
  id: string;
  schema: Schema;
  required?: boolean;
  description?: string;
  /** The example of a parameter. */
  example?: unknown;
  /** The deprecation of a parameter, when the schema has none. */
  end?: Pick<Schema, "deprecated" | "x-sunset">;
}

/**
 * Lists the fields of an object with their types, limits and inner fields, or the branches of a
 * schema with theirs. Their ids begin with `id`. Of a list and of a map it lists the fields of the
 * elements.
 */
export function fieldsOf(
  schema: Schema,
  follow: Follow,
  { id, ...where }: Where & { id: string },
): Html | undefined {
  const inner = innermost(schema, follow);
  const flat = flatten(inner, follow);
  const fields = membersOf(flat).map(
    ({ name, schema: member, isRequired }) => ({
      name,
      id: `${id}-${name}`,
      schema: member,
      required: isRequired,
    }),
  );
  const list = fields.length > 0 && fieldList(fields, follow, where);
  const branches = branchList(inner, follow, { id, ...where });
  return list || branches ? html`${list}${branches}` : undefined;
}

/**
 * Writes the rules of a schema that no words of the docs say. Of a list and of a map it writes those
 * of the elements.
 */
export const rulesOf = (schema: Schema, follow: Follow): Html | undefined =>
  furtherRules(flatten(innermost(schema, follow), follow));

/** Lists the branches of a schema, if one of them has more than a type. */
function branchList(
  schema: Schema,
  follow: Follow,
  { id, ...outer }: Where & { id: string },
): Html | undefined {
  const { title, schemas, discriminator } = branchesOf(schema, follow);
  const { isRequest = false } = outer;
  const where = {
    ...outer,
    maxDepth: outer.maxDepth ?? depthOf(schemas, follow),
  };
  const branches = schemas.map((branch, index) => {
    const name = branch.$ref === undefined ? branch.title : nameIn(branch.$ref);
    const flat = flatten(branch, follow);
    const shown = name ?? typeOf(flat, follow);
    const place = name === undefined ? `${id}-${index + 1}` : `${id}-${name}`;
    return {
      name: shown,
      place,
      flat,
      value: valueOf(branch, discriminator),
      facts: values(flat, follow, { isRequest }),
      limits: isRequest ? limitTexts(flat, follow) : [],
      rules: rulesOf(branch, follow),
      fields: innerFieldsOf(branch, follow, { ...where, id: place }),
    };
  });
  const isWorthIt = branches.some(
    ({ fields, facts, rules, limits, flat }) =>
      fields ||
      facts ||
      rules ||
      limits.length > 0 ||
      flat.description !== undefined,
  );
  if (!isWorthIt) return undefined;
  const by =
    discriminator && html`, as <code>${discriminator.propertyName}</code> says`;
  return html`<p class="quiet">${title}${by}:</p>
    <ul class="fields" role="list">
      ${branches.map(
        ({ name, place, flat, value, facts, limits, rules, fields }) =>
          html`<li id="${place}">
            <p class="name">
              <a href="#${place}"><code>${name}</code></a>
              <small class="type"
                >${[typeOf(flat, follow), ...limits].join(" · ")}</small
              >
              ${value !== undefined && html`<small>for <code>${value}</code></small>`}
            </p>
            <div class="about">
              ${flat.description !== undefined && blocks(flat.description)}${facts}${rules}
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
  { name, id, schema, required = false, description, example, end }: Field,
  follow: Follow,
  { isRequest = false, outerReferences, maxDepth = Infinity }: Where,
): Html {
  const flat = flatten(schema, follow);
  const innerFields = innerFieldsOf(schema, follow, {
    id,
    isRequest,
    maxDepth,
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
        >${[typeOf(flat, follow), ...(isRequest ? limitTexts(flat, follow) : [])].join(" · ")}</small
      >
      ${isRequest && (required && !readOnly ? html`<small class="required">required</small>` : html`<small>optional</small>`)}
      ${readOnly && html`<small>read only</small>`}
      ${writeOnly && html`<small>write only</small>`}
      ${deprecated && html`<small class="required">deprecated${day && ` until ${day}`}</small>`}
    </p>
    <div class="about">
      ${text && blocks(text)}${values(flat, follow, { isRequest, example })}${rulesOf(schema, follow)}
    </div>
    ${!isRequest && !outerReferences ? innerFields : folded}
  </li>`;
}
