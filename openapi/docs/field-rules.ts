import { html, type Html } from "../html.ts";
import type { Follow, Schema } from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { limitsOf } from "../model/limits-in-words.ts";
import { jsonPre } from "./code.ts";
import { flatten } from "./schema-shape.ts";

/** The maximum number of values that a field shows. */
const maxValues = 100;

/** The maximum length of an example in the text of a field. */
const maxExample = 80;

/** Writes the bounds of a merged schema: `1 to 100 elements`. */
export function limitTexts(flat: Schema, follow: Follow): string[] {
  const element = flat.items ? flatten(flat.items, follow) : undefined;
  const names = flat.propertyNames ? limitsOf(flat.propertyNames) : [];
  return [
    ...limitsOf(flat, element),
    ...names.map((limit) => `names of ${limit}`),
  ];
}

/**
 * Writes the default, the known values and an example of a field, and its pattern in a request.
 * @param example the example of a parameter
 */
export function values(
  schema: Schema,
  follow: Follow,
  { isRequest, example }: { isRequest: boolean; example?: unknown },
): Html | undefined {
  const item = schema.items ? flatten(schema.items, follow) : undefined;
  const extensible = schema["x-extensible-enum"] ?? item?.["x-extensible-enum"];
  const words = extensible ?? schema.enum ?? item?.enum ?? [];
  const shown = words.slice(0, maxValues);
  const others = words.length - shown.length;
  const pattern = isRequest
    ? (shownPattern(schema) ?? (item && shownPattern(item)))
    : undefined;
  const media = [schema.contentMediaType, schema.contentEncoding].filter(
    (word) => word !== undefined,
  );
  const sample = exampleText(example ?? schema.example ?? schema.examples?.[0]);
  const isSampleShown = sample !== undefined && words.length === 0;
  const parts = [
    ...shown.map(
      (value) =>
        html`<code
          >${typeof value === "object" ? jsonOf(value) : String(value)}</code
        > `,
    ),
    others > 0 && html`<span>and ${others.toLocaleString("en")} more</span> `,
    extensible && html`<span>more may be added</span> `,
    schema.default !== undefined &&
      html`<span>default <code>${jsonOf(schema.default)}</code></span> `,
    pattern !== undefined &&
      html`<span>matches <code>${pattern}</code></span> `,
    media.length > 0 &&
      html`<span>holds <code>${media.join(", ")}</code></span> `,
    isSampleShown && html`<span>e.g. <code>${sample}</code></span>`,
  ].filter((part) => part !== false && part !== undefined);
  return parts.length > 0 ? html`<p class="values">${parts}</p>` : undefined;
}

/** Writes an example. Returns undefined for one that is too long for a line. */
function exampleText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : jsonOf(value);
  return text.length > 0 && text.length <= maxExample ? text : undefined;
}

/** A pattern that refuses control characters, and perhaps a blank text: `^[^\x00-\x1f]*$`. */
const plainText =
  /^\^(\[\\x01-\\x20\]\*\[\^\\x00-\\x20\])?\[\^(\\x[01][\da-f]|\\x7f|-)+\][*+]\$$/i;

/** Returns the pattern of a field. One that takes every plain text is left out. */
const shownPattern = ({ pattern = "" }: Schema): string | undefined =>
  pattern === "" || plainText.test(pattern) ? undefined : pattern;

/** The keywords that no words of the docs say. */
const furtherKeywords = [
  "if",
  "then",
  "else",
  "not",
  "allOf",
  "anyOf",
  "oneOf",
  "contains",
  "minContains",
  "maxContains",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contentSchema",
];

/** The keywords of the names of a map that `limitTexts` says. */
const lengths = ["minLength", "maxLength"];

/** Writes the keywords of a merged schema that no words of the docs say, as JSON Schema. */
export function furtherRules(flat: Schema): Html | undefined {
  const { propertyNames = {} } = flat;
  const isSaid = (keyword: string) =>
    lengths.includes(keyword) ||
    (keyword === "pattern" && shownPattern(propertyNames) === undefined);
  const hasRuleOfNames = !Object.keys(propertyNames).every(isSaid);
  const keywords = [
    ...furtherKeywords,
    ...(hasRuleOfNames ? ["propertyNames"] : []),
  ];
  const rules = Object.fromEntries(
    Object.entries(flat).filter(([keyword]) => keywords.includes(keyword)),
  );
  if (Object.keys(rules).length === 0) return undefined;
  return html`<details>
    <summary>Further rules, in JSON Schema</summary>
    ${jsonPre(rules, "Further rules")}
  </details>`;
}
