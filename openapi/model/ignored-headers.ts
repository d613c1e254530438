import { resolve, type Contract, type Parameter } from "./contract.ts";
import { isNode, mapNodes } from "./node.ts";

/**
 * Returns true for the headers that OpenAPI describes by other means than parameters. A parameter of
 * such a name says nothing.
 */
export const isIgnoredHeader = (name: string): boolean =>
  /^(accept|content-type|authorization)$/i.test(name);

/** Returns a contract without the parameters that OpenAPI ignores. The contract stays as it is. */
export const withoutIgnoredHeaders = <C extends Contract>(contract: C): C =>
  mapNodes(contract, (node) => {
    const { parameters } = node;
    if (!Array.isArray(parameters)) return node;
    const sent = parameters.filter((each: unknown) => {
      if (!isNode(each)) return true;
      const { in: place, name } = resolve<Partial<Parameter>>(contract, each);
      return place !== "header" || !isIgnoredHeader(String(name));
    });
    return { ...node, parameters: sent };
  });
