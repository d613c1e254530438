import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { dateTime } from "./date-time.ts";
import { loadContract } from "./load.ts";
import { checkedParts } from "./request-check.ts";

/** The keyword of a list of values that a later version may extend. */
export const openList = "x-extensible-enum";

let ajv: Ajv2020 | undefined;

/**
 * The server's own Ajv, with the contract: for values that come from no request, such as responses
 * and events, and for what is wrong with a request. Made at the first use, so that the start
 * reports a contract that cannot be loaded.
 */
function contractAjv(): Ajv2020 {
  ajv ??= makeAjv();
  return ajv;
}

function makeAjv(): Ajv2020 {
  const made = new Ajv2020({
    strict: false,
    strictNumbers: true, // JSON.parse makes Infinity of 1e400
    validateSchema: false, // the contract as a whole is no schema
    allErrors: true,
  });
  formats.default(made).addFormat("date-time", dateTime);
  // The server itself writes only the values that the contract lists.
  made.addKeyword({
    keyword: openList,
    macro: (values: string[]) => ({ enum: [...values, null] }),
  });
  const { webhooks } = loadContract() as { webhooks?: object };
  return made.addSchema(
    { ...checkedParts(loadContract()), webhooks },
    "contract",
  );
}

/** Returns the reference of a place in the contract, by the names that lead there. */
export function referenceTo(...names: string[]): string {
  const pointer = names.map((name) =>
    name.replaceAll("~", "~0").replaceAll("/", "~1"),
  );
  return `contract#/${pointer.map(encodeURIComponent).join("/")}`;
}

/**
 * Returns the validator of the schema at a reference; undefined when the contract has no such
 * place.
 */
export function validatorAt(reference: string): ValidateFunction | undefined {
  return contractAjv().getSchema(reference);
}

/** Compiles a schema that refers to the contract. */
export function compile(schema: object): ValidateFunction {
  return contractAjv().compile(schema);
}
