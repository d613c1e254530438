import {
  resolve,
  type Contract,
  type Parameter,
  type Reference,
} from "../model/contract.ts";
import { methods } from "../model/operation-nodes.ts";

/**
 * Gives plain names to the parameters of paths that have other signs than letters, digits, `_` and
 * `-`: Prism does not find them. Requests do not have these names. The rest of a path gets the percent
 * codes that requests have, as Prism finds no parameter beside `ñ`.
 */
export function withPlainPathNames(contract: Contract): Contract {
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(
      ([, name = ""]) => name,
    );
    const plainNames = new Map(
      names.map((name, index) => [
        name,
        /^[\w-]+$/.test(name) ? name : `parameter_${index + 1}`,
      ]),
    );
    const isPlain = names.every((name) => plainNames.get(name) === name);
    if (isPlain) return [inPercentCodes(path), item];
    const renamed = (parameters: (Parameter | Reference)[]) =>
      parameters.map((each) => {
        const parameter = resolve<Parameter>(contract, each);
        const name = plainNames.get(parameter.name) ?? parameter.name;
        return parameter.in === "path" ? { ...parameter, name } : each;
      });
    const changed = { ...item };
    if (item.parameters) changed.parameters = renamed(item.parameters);
    for (const method of methods) {
      const operation = item[method];
      if (operation?.parameters)
        changed[method] = {
          ...operation,
          parameters: renamed(operation.parameters),
        };
    }
    const plainPath = path.replaceAll(
      /\{([^{}]+)\}/g,
      (_, name: string) => `{${plainNames.get(name)}}`,
    );
    return [inPercentCodes(plainPath), changed];
  });
  return { ...contract, paths: Object.fromEntries(paths) };
}

const inPercentCodes = (path: string): string =>
  path.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
