import { contract, table } from "./case.ts";

const server = (url: string) => `servers: [{ url: '${url}' }]`;
const get = "get: { responses: { '200': { description: Done. } } }";
const paths = (root: string, moved: string, own: string, servers: string) =>
  `{ ${server(root)}, paths: { ${moved}: { ${get} }, ${own}: { ${server(servers)}, ${get} } } }`;

/** The end of the server's address moves into the paths. */
export const movedServers = table(
  "moved servers",
  contract,
  `
a path with servers of its own stays where it was | ${paths("https://a.test/v1", "/x", "/v1/y", "https://a.test")} ==
  ${paths("https://a.test", "/v1/x", "/v1/y", "https://a.test")}
a path with servers of its own moves too | ${paths("https://a.test/v1", "/x", "/y", "https://b.test")} !!
  ${paths("https://a.test", "/v1/x", "/v1/y", "https://b.test")}
`,
);
