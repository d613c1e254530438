import { BaseResolver, type Source } from "@redocly/openapi-core";
import { toPlainNumbers } from "./json.ts";
import { parseYaml } from "./yaml.ts";

/**
 * Creates a resolver that reads only local files: a contract of somebody else must not cause
 * requests.
 * @param options.isPlain replaces large integers by numbers; otherwise their digits stay
 */
export function localResolver({ isPlain = false } = {}): BaseResolver {
  const resolver = new BaseResolver();
  const load = resolver.loadExternalRef.bind(resolver);
  resolver.loadExternalRef = async (reference) => {
    if (/^https?:/.test(reference))
      throw new Error("it is on the network, which is not read");
    return load(reference);
  };
  const parse = resolver.parseDocument.bind(resolver);
  resolver.parseDocument = (source: Source, isRoot?: boolean) => {
    if (!/\.(ya?ml|json)$/i.test(source.absoluteRef))
      return parse(source, isRoot);
    const parsed = parseYaml(source.body, source.absoluteRef);
    return { source, parsed: isPlain ? toPlainNumbers(parsed) : parsed };
  };
  return resolver;
}
