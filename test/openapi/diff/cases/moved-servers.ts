import { contract, table } from "./case.ts";

const server = (url: string) => `servers: [{ url: '${url}' }]`;
const get = "get: { responses: { '200': { description: Done. } } }";
const getAt = (url: string) => get.replace("{", `{ ${server(url)},`);
const paths = (root: string, moved: string, own: string, servers: string) =>
  `{ ${server(root)}, paths: { ${moved}: { ${get} }, ${own}: { ${server(servers)}, ${get} } } }`;

/** The end of the server's address moves into the paths. */
export const movedServers = table(
  "moved servers",
  contract,
  `
a path with servers of its own stays where it was | ${paths("https://a.test/v1", "/x", "/v1/y", "https://a.test")} ==
  ${paths("https://a.test", "/v1/x", "/v1/y", "https://a.test")}
the server of the contract moves into each operation | { ${server("https://a.test")}, paths: { /x: { ${get} }, /y: { ${get} } } } ==
  { paths: { /x: { ${getAt("https://a.test")} }, /y: { ${getAt("https://a.test")} } } }
the server of a path moves into its operation | { paths: { /x: { ${server("https://a.test")}, ${get} } } } ==
  { paths: { /x: { ${getAt("https://a.test")} } } }
the server of the contract moves into one of two operations | { ${server("https://a.test")}, paths: { /x: { ${get} }, /y: { ${get} } } } !!
  { paths: { /x: { ${getAt("https://a.test")} }, /y: { ${get} } } }
the server of the contract moves into operations, and is another one in one of them |
  { ${server("https://a.test")}, paths: { /x: { ${get} }, /y: { ${get} } } } !!
  { paths: { /x: { ${getAt("https://a.test")} }, /y: { ${getAt("https://b.test")} } } }
a path with servers of its own moves too | ${paths("https://a.test/v1", "/x", "/y", "https://b.test")} !!
  ${paths("https://a.test", "/v1/x", "/v1/y", "https://b.test")}
`,
);
