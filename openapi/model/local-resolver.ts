import { BaseResolver } from "@redocly/openapi-core";

/** Makes a resolver that reads files and asks no network: a contract that somebody sends is only read. */
export function localResolver(): BaseResolver {
  const resolver = new BaseResolver();
  const load = resolver.loadExternalRef.bind(resolver);
  resolver.loadExternalRef = async (reference) => {
    if (/^https?:/.test(reference))
      throw new Error("it is on the network, which is not read");
    return load(reference);
  };
  return resolver;
}
