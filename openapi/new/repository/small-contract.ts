import { type Document, isSeq, parseDocument } from "yaml";
import { keptLimits } from "./parts.ts";

/** The only path of this API that each API has. */
const keptPath = "/v1/me";

type Json = Record<string, unknown>;

/** Every reference to a component in a value. */
function referencesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, child] of Object.entries(value)) {
    if (name === "$ref" && typeof child === "string") found.add(child);
    referencesIn(child, found);
  }
  return found;
}

/**
 * Makes the contract of another API from the text of this one: the operation that reads the key,
 * and the components that it and a new resource refer to. All else of the text stays as it is
 * written, comments included.
 * @param resource the texts of a new resource, which name the components that it refers to
 * @param texts new values of some places: names joined by slashes → the value, or null for a place
 *   that is left out
 */
export function smallContract(
  contract: string,
  resource: string,
  texts: Record<string, unknown>,
): string {
  const document = parseDocument(contract);
  const whole = document.toJS() as Json & {
    paths: Json;
    components: Record<string, Json>;
    "x-limits": Json;
  };
  const { components } = whole;
  const ofResource = resource.match(/#\/components\/\w+\/\w+/g) ?? [];
  const open = [...referencesIn(whole.paths[keptPath]), ...ofResource];
  open.push(...referencesIn(whole["x-unrouted-responses"]));
  const kept = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (kept.has(next)) continue;
    kept.add(next);
    const [, , section = "", name = ""] = next.split("/");
    const part = components[section]?.[name];
    open.push(...referencesIn(withoutPlaces(part, next.slice(2), texts)));
  }
  for (const path of Object.keys(whole.paths))
    if (path !== keptPath) document.deleteIn(["paths", path]);
  for (const name of Object.keys(whole["x-limits"]))
    if (!keptLimits.includes(name)) document.deleteIn(["x-limits", name]);
  document.delete("webhooks");
  document.delete("x-delivery");
  for (const [section, named] of Object.entries(components)) {
    if (section === "securitySchemes") continue;
    for (const name of Object.keys(named))
      if (!kept.has(`#/components/${section}/${name}`))
        document.deleteIn(["components", section, name]);
  }
  for (const [place, value] of Object.entries(texts)) {
    const names = place.split("/").map((name) => name.replaceAll("~1", "/"));
    if (value === null) leaveOut(document, names);
    else document.setIn(names, document.createNode(value));
  }
  return document.toString({ lineWidth: 120 });
}

/** Leaves out a field, or a text of a list. */
function leaveOut(document: Document, names: string[]): void {
  const holder = names.slice(0, -1);
  const list = document.getIn(holder);
  if (!isSeq(list)) return void document.deleteIn(names);
  const texts = list.toJS(document) as unknown[];
  const index = texts.indexOf(names.at(-1));
  if (index >= 0) list.delete(index);
}

/** Returns a part of the contract without the places that are left out. */
function withoutPlaces(
  part: unknown,
  place: string,
  texts: Record<string, unknown>,
): unknown {
  const copy = structuredClone(part);
  for (const [left, value] of Object.entries(texts)) {
    if (value !== null || !left.startsWith(`${place}/`)) continue;
    const names = left.slice(place.length + 1).split("/");
    const last = names.pop() ?? "";
    const holder = names.reduce<unknown>(
      (found, name) => (found as Json | undefined)?.[name],
      copy,
    );
    if (holder && !Array.isArray(holder)) delete (holder as Json)[last];
  }
  return copy;
}
