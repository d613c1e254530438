import openapiTS, { astToString } from "openapi-typescript";

/** `generated/types.ts`: the contract's types, by openapi-typescript. */
export async function typesFile(contractText: string): Promise<string> {
  const types = await openapiTS(contractText, {
    alphabetize: false,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return astToString(types);
}
