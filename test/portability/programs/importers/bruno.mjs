// Imports the contract as Bruno does.
import { openApiToBruno } from "@usebruno/converters";
import { check, contract, leaves } from "./requests.mjs";

const requests = leaves(openApiToBruno(contract), "items").map(({ name, request }) => ({
  name,
  query: Object.fromEntries(request.params.map(({ name, value }) => [name, value])),
}));
check(requests);
