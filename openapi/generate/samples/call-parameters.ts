import {
  resolve,
  type Contract,
  type Located,
  type Parameter,
  type Schema,
} from "../../model/contract.ts";
import { credentialsOf } from "../../model/credentials.ts";
import { styleOf, type ParameterStyle } from "../../model/parameter-text.ts";
import { nameOf } from "../success.ts";
import {
  isSent,
  queryStringOf,
  typeOf,
  valuesOf,
  withExample,
} from "./sample-parameters.ts";

/** The parameters of a call in a sample. */
export interface CallParameters {
  /** Optional headers and cookies are shown once a reader has typed them. */
  parameters: Record<Parameter["in"], [name: string, value: unknown][]>;
  /** The text of a required parameter that is the complete query; empty without one. */
  queryString: string;
  /** Place and parameter, e.g. `query tag` → its style. */
  styles: Record<string, ParameterStyle>;
  /** The names of required parameters. */
  required: string[];
  /** Parameter → `enum`, or the format or type of its values. */
  types: Record<string, string>;
  /** Parameter that is a list → the type of its elements. */
  elementTypes: Record<string, string>;
  /** Parameter of the query → the name of the schema of its elements, where they have one. */
  elements: Record<string, string>;
  /** True when it has parameters outside of the path. */
  hasOptions: boolean;
}

/**
 * Parameters that the sample of a list does not show: the cursor, the limit, and filters by one
 * object.
 */
const omitted = /^(limit|cursor|.*_id)$/;

/** Returns the parameters of a call: the required ones, or else one filter. */
export function callParameters(
  contract: Contract,
  located: Located,
): CallParameters {
  const parameters = sentParameters(contract, located);
  const elementTypes: Record<string, string> = {};
  const elements: Record<string, string> = {};
  for (const { name, schema } of parameters) {
    const { items } = resolve<Schema>(contract, schema);
    if (items === undefined) continue;
    elementTypes[name] = typeOf(contract, items);
    const element = nameOf(items);
    if (element !== undefined) elements[name] = element;
  }
  return {
    parameters: shownValues(parameters),
    queryString: queryStringOf(parameters),
    styles: Object.fromEntries(
      parameters.map((each) => [`${each.in} ${each.name}`, styleOf(each)]),
    ),
    required: parameters
      .filter(({ required }) => required)
      .map(({ name }) => name),
    types: Object.fromEntries(
      parameters.map(({ name, schema }) => [name, typeOf(contract, schema)]),
    ),
    elementTypes,
    elements,
    hasOptions: parameters.some((each) => each.in !== "path"),
  };
}

/** Returns the parameters that a caller sends. Parameters of the path have its order. */
function sentParameters(
  contract: Contract,
  { path, operation }: Located,
): Parameter[] {
  const credentials = credentialsOf(contract, operation);
  const placeIn = ({ name, in: location }: Parameter) =>
    location === "path" ? path.indexOf(`{${name}}`) : -1;
  return (operation.parameters ?? [])
    .map((each) => resolve<Parameter>(contract, each))
    .filter((each) => isSent(each, credentials))
    .map((each) => withExample(contract, each))
    .toSorted((one, other) => placeIn(one) - placeIn(other));
}

/** Returns the values that a sample shows. One filter makes that a list finds something. */
function shownValues(parameters: Parameter[]): CallParameters["parameters"] {
  const withValues = parameters.filter(({ example }) => example !== undefined);
  const valuesIn = (location: string) =>
    valuesOf(withValues.filter((each) => each.in === location));
  const requiredIn = (location: string) =>
    valuesOf(
      withValues.filter((each) => each.in === location && each.required),
    );
  const required = requiredIn("query");
  const filters = valuesIn("query").filter(([name]) => !omitted.test(name));
  return {
    path: valuesIn("path"),
    query: required.length > 0 ? required : filters.slice(0, 1),
    header: requiredIn("header"),
    cookie: requiredIn("cookie"),
  };
}
