/** Safe markup. */
export interface Html {
  readonly markup: string;
}
type Part = Html | string | number | false | undefined | Part[];

/** Renders a template. Escapes every value that is not markup itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: String.raw({ raw: texts }, ...parts.map(markupOf)) };
}

/** Declares a text as safe markup, without escaping it. */
export const safe = (markup: string): Html => ({ markup });

function markupOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(markupOf).join("");
  return typeof part === "object" ? part.markup : escape(String(part));
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

/** Returns the text of markup, without tags. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<\/?(?:a|code|em|small|span|strong)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>|\s+/g, " ")
    .replaceAll(/ +/g, " ")
    .replaceAll(/&[a-z0-9#]+;/g, (entity) => characters.get(entity) ?? entity)
    .trim();
const characters = new Map(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);

/** Converts a text to a part of an address: `webhook-events` for `Webhook events`. */
export const slug = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
