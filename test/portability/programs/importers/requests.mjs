// What an import has to give: a request for each operation, and a cursor of its own list as example.
import { readFileSync } from "node:fs";

/** The contract that is imported. */
export const contract = JSON.parse(readFileSync(process.argv[2], "utf8"));

/**
 * Ends with 1 and says why when the imported requests are not those of the contract.
 * @param {{ name: string; query: { [name: string]: string } }[]} requests
 */
export function check(requests) {
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
}

const resolve = (value) =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split("/")
        .reduce((at, key) => at[key], contract)
    : value;

/** The leaves of a tree of folders, which have their content in a field of this name. */
export const leaves = (folder, field) =>
  folder[field].flatMap((item) => (item[field] ? leaves(item, field) : [item]));
