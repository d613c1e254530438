import { BaseResolver, type Source } from "@redocly/openapi-core";
import { existsSync } from "node:fs";
import { toPlainNumbers } from "./json.ts";
import { decoded } from "./pointer.ts";
import { parseYaml } from "./yaml.ts";

/**
 * Creates a resolver that reads only local files: a contract of somebody else must not cause
 * requests.
 * @param options.isPlain replaces large integers by numbers; otherwise their digits stay
 * @param options.change changes each document
 */
export function localResolver({
  isPlain = false,
  change = <T>(document: T): T => document,
} = {}): BaseResolver {
  const resolver = new BaseResolver();
  const load = resolver.loadExternalRef.bind(resolver);
  resolver.loadExternalRef = async (reference) => {
    if (/^https?:/.test(reference))
      throw new Error("it is on the network, which is not read");
    if (!existsSync(reference))
      throw new Error(
        `there is no file ${reference}, and an \`$id\` is not looked up`,
      );
    return load(reference);
  };
  const find = resolver.resolveExternalRef.bind(resolver);
  // A reference is a URI, in which a space is `%20`. A file may also have a percent sign.
  resolver.resolveExternalRef = (base, reference) => {
    const path = find(base, reference);
    return existsSync(path) ? path : find(base, decoded(reference));
  };
  const parse = resolver.parseDocument.bind(resolver);
  resolver.parseDocument = (source: Source, isRoot?: boolean) => {
    if (!/\.(ya?ml|json)$/i.test(source.absoluteRef))
      return parse(source, isRoot);
    const parsed = parseYaml(source.body, source.absoluteRef);
    return {
      source,
      parsed: change(isPlain ? toPlainNumbers(parsed) : parsed),
    };
  };
  return resolver;
}
