// Imports the contract as Postman does, with its examples.
import converter from "openapi-to-postmanv2";
import { check, contract, leaves } from "./requests.mjs";

const options = { requestParametersResolution: "Example", parametersResolution: "Example" };
converter.convert({ type: "json", data: contract }, options, (error, result) => {
  if (error || !result.result) throw error ?? new Error(result.reason);
  const requests = leaves(result.output[0].data, "item").map(({ name, request }) => ({
    name,
    query: Object.fromEntries(request.url.query.map(({ key, value }) => [key, value])),
  }));
  check(requests);
});
