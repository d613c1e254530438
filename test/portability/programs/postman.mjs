// Imports the contract (the argument) as Postman does, and ends with 1 when a request is missing or a cursor is not that of
// its list.
import { readFileSync } from "node:fs";
import converter from "openapi-to-postmanv2";

const [, , file] = process.argv;
const contract = JSON.parse(readFileSync(file, "utf8"));

/** The requests of a folder and of those in it, with their query. */
const requestsIn = ({ item }) =>
  item.flatMap((each) =>
    each.item
      ? requestsIn(each)
      : {
          name: each.name,
          query: Object.fromEntries(each.request.url.query.map(({ key, value }) => [key, value])),
        },
  );

const resolve = (value) =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split("/")
        .reduce((at, key) => at[key], contract)
    : value;

const options = { requestParametersResolution: "Example", parametersResolution: "Example" };
const { output, reason } = await new Promise((done, fail) =>
  converter.convert({ type: "json", data: contract }, options, (error, result) =>
    error ? fail(error) : done(result),
  ),
);
if (!output) throw new Error(reason);
const requests = requestsIn(output[0].data);
const operations = Object.values(contract.paths).flatMap((path) =>
  ["get", "post", "patch", "delete"].filter((method) => method in path).map((method) => path[method]),
);
const faults = operations.flatMap(({ summary, parameters = [] }) => {
  const request = requests.find(({ name }) => name === summary);
  if (!request) return [`no request is called "${summary}"`];
  const cursor = parameters.map(resolve).find(({ name }) => name === "cursor");
  const wanted = cursor?.example ?? Object.values(cursor?.examples ?? {})[0]?.value;
  const { cursor: got } = request.query;
  return got === wanted ? [] : [`the cursor of "${summary}" is ${got}, not ${wanted}`];
});
if (requests.length !== operations.length)
  faults.push(`${requests.length} requests, not ${operations.length}`);
for (const fault of faults) console.log(`error: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
