// Imports the contract (second argument) as others do (first argument), and ends with 1 when a request is missing or a cursor
// is not that of its list.
import { readFileSync } from "node:fs";

const [, , importer, file] = process.argv;
const contract = JSON.parse(readFileSync(file, "utf8"));

/** The leaves of a tree of folders, which have their content in a field of this name. */
const leaves = (folder, field) =>
  folder[field].flatMap((item) => (item[field] ? leaves(item, field) : [item]));

/** Each gives the requests that it makes, with their query. */
const importers = {
  postman: async () => {
    const { default: converter } = await import("openapi-to-postmanv2");
    const options = { requestParametersResolution: "Example", parametersResolution: "Example" };
    const { output, reason } = await new Promise((resolve, reject) =>
      converter.convert({ type: "json", data: contract }, options, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
    if (!output) throw new Error(reason);
    return leaves(output[0].data, "item").map(({ name, request }) => ({
      name,
      query: Object.fromEntries(request.url.query.map(({ key, value }) => [key, value])),
    }));
  },
  bruno: async () => {
    const { openApiToBruno } = await import("@usebruno/converters");
    return leaves(openApiToBruno(contract), "items").map(({ name, request }) => ({
      name,
      query: Object.fromEntries(request.params.map(({ name, value }) => [name, value])),
    }));
  },
};

const resolve = (value) =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split("/")
        .reduce((at, key) => at[key], contract)
    : value;

const requests = await importers[importer]();
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
