import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { firstOf } from "../model/collections.ts";
import { mapNodes, type Node } from "../model/node.ts";
import {
  type Contract,
  type Located,
  operationsOf,
  resolve,
  type Schema,
} from "../model/contract.ts";
import { withJsonNamed } from "../model/media-names.ts";
import { is30 } from "../model/version-30.ts";
import { readContract } from "../model/read-contract.ts";
import { explained } from "../lint/explained.ts";
import { requireSupported } from "../model/supported.ts";
import { bundlesOf } from "./bundles.ts";
import { libraryFiles } from "./client-library.ts";
import { apiNames, type ApiNames } from "./client-names.ts";
import { bodiesFile, callsFile, pathPrefix } from "./constants-file.ts";
import { edition30 } from "./edition-30.ts";
import { makeFolder } from "../make-folder.ts";
import { credentialsBesideClient } from "./client-credential.ts";
import { editionForGenerators } from "./edition-for-generators.ts";
import { extensionsFile, scopesFunction } from "./methods/extensions-file.ts";
import { methodsFile } from "./methods/methods-file.ts";
import { droppedParts } from "./dropped-parts.ts";
import { queryStylesOf } from "./query-styles.ts";
import { refusedRequests } from "./samples/refused-samples.ts";
import { defaultServer, ownServerOf } from "./samples/server-address.ts";
import { withRequestSchemas } from "./request-schemas.ts";
import { strictContract } from "./strict.ts";
import {
  isFormOfList,
  isMultipart,
  maySendBody,
  sentMediaOf,
  successOf,
} from "./success.ts";
import { typesFile } from "./types-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const banner = "// Generated from a contract of OpenAPI. Do not edit.\n\n";

/**
 * The files that are generated from a contract: the text of each by its path, and notes for the
 * reader.
 */
interface Made {
  files: Map<string, string>;
  /** Short notes. With many places, `notes.txt` is among the files and has all. */
  notes: string[];
}

/**
 * Makes of any contract what others read of it: the bundles, the types, and a client in `client/`,
 * which needs no package.
 * @throws Error in one line for a contract that would be read in part alone
 */
export const makeFor = (file: string): Promise<Made> =>
  explained(file, () => makeFiles(file));

/** Makes the files of a contract, and the notes about what some of them leave out. */
async function makeFiles(file: string): Promise<Made> {
  const { contract: written } = await readContract(file);
  requireSupported(written as Contract & Node, file);
  const contract = withoutClients(written);
  const strict = withRequestSchemas(withJsonNamed(strictContract(contract)));
  const { openapi } = contract as { openapi?: unknown };
  const dropped = is30(openapi) ? [] : droppedParts(contract);
  const keywords = edition30(contract).leftOut;
  const parameters = editionForGenerators(contract).leftOut;
  const files = new Map([
    ...bundlesOf(contract),
    ["types.ts", banner + (await typesFile(strict))],
    ["generated/types.ts", `${banner}export type * from "../types.ts";\n`],
    ["generated/calls.ts", banner + callsFile(strict)],
    ["generated/bodies.ts", banner + bodiesFile(strict)],
    [
      "generated/methods.ts",
      banner + methodsFile(strict, () => true) + scopesFunction(strict),
    ],
    ["generated/extensions.ts", banner + extensionsFile(strict)],
    ...clientFiles(
      apiNames(contract.info.title),
      defaultServer(contract, pathPrefix(contract)),
    ),
  ]);
  const lost: Lost[] = [
    {
      what: Object.keys(queryStylesOf(strict)),
      note: (list) =>
        `Only methods write the queries of ${list} as the contract says: \`api.raw\` needs a \`querySerializer\` there.`,
    },
    {
      what: credentialsBesideClient(contract),
      note: (list) => `The client does not send ${list}.`,
    },
    {
      what: operationsWithServers(contract),
      note: (list) =>
        `The client sends ${list} to its \`baseUrl\`, though the contract has another server there.`,
    },
    {
      what:
        dropped.find(({ part }) => part.includes("querystring"))?.places ?? [],
      note: (list) => `The client sends no \`in: querystring\` of ${list}.`,
    },
    {
      what: refusedRequests(contract),
      note: (list) =>
        `The samples show a value that the contract refuses for ${list}: give an \`example\` there.`,
    },
    {
      what: describedParts(contract),
      note: (list) =>
        `The client sends no media type and no headers of the parts ${list}, except the media type of a Blob.`,
    },
    {
      what: lostBodies(contract),
      note: (list) =>
        `The client sends no body of ${list}, as \`fetch\` refuses one.`,
    },
    {
      what: tracesOf(contract),
      note: (list) =>
        `The client cannot send ${list}, as \`fetch\` refuses the method.`,
    },
    {
      what: formsOfLists(contract),
      note: (list) =>
        `The client cannot send the form of ${list}, which is no object.`,
    },
    {
      what: binarySuccesses(contract),
      note: (list) =>
        `The client reads the success of ${list} as text: \`api.raw\` with \`parseAs: "blob"\` keeps its bytes.`,
    },
    ...dropped.map(({ part, places }) => ({
      what: places,
      note: (list: string) => `openapi-3.0.json leaves out ${part}: ${list}.`,
    })),
    {
      what: keywords,
      note: (list) =>
        `openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no ${list}.`,
    },
    {
      what: parameters,
      note: (list) =>
        `openapi-codegen.json has no ${list}: generated clients cannot send a map.`,
    },
  ];
  const found = lost.filter(({ what }) => what.length > 0);
  const notes = found.map(({ what, note }) => note(firstOf(what)));
  const all = found.map(({ what, note }) => note(what.join(", ")));
  if (all.join() !== notes.join()) {
    files.set("notes.txt", `${all.join("\n\n")}\n`);
    notes.push("notes.txt lists all of them.");
  }
  return { files, notes };
}

/** Lists the operations that have a server of their own, e.g. `POST /files`. */
const operationsWithServers = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ operation }) => ownServerOf(contract, operation) !== "")
    .map(nameOfOperation);

/** Lists the operations whose success is neither JSON nor a text. */
const binarySuccesses = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ operation }) => {
      const content = Object.entries(
        successOf(contract, operation).content ?? {},
      );
      return (
        content.length > 0 &&
        content.every(
          ([name, { schema }]) =>
            isBinary.test(name) ||
            resolve<Schema>(contract, schema).format === "binary",
        )
      );
    })
    .map(nameOfOperation);

/** Lists the operations whose body no method sends. */
const lostBodies = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(
      ({ method, operation }) => operation.requestBody && !maySendBody(method),
    )
    .map(nameOfOperation);

const tracesOf = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ method }) => method === "trace")
    .map(nameOfOperation);

/** Lists the operations whose body is a form, and whose schema takes no object. */
const formsOfLists = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ operation: { requestBody } }) => {
      const media = requestBody && sentMediaOf(requestBody);
      return media && isFormOfList(contract, media);
    })
    .map(nameOfOperation);

/** Lists the parts of multipart forms whose `encoding` has a media type or headers. */
const describedParts = (contract: Contract): string[] =>
  operationsOf(contract).flatMap((located) => {
    const { requestBody } = located.operation;
    const media = requestBody && sentMediaOf(requestBody);
    if (!media || !isMultipart(media)) return [];
    return Object.entries(media.encoding ?? {})
      .filter(([, { contentType, headers }]) => contentType ?? headers)
      .map(([name]) => `\`${name}\` of ${nameOfOperation(located)}`);
  });

const isBinary = /^(application\/(octet-stream|pdf|zip)|image|audio|video)/i;

const nameOfOperation = ({ method, path }: Located) =>
  `${method.toUpperCase()} ${path}`;

/** A kind of things that a generated file lacks. */
interface Lost {
  what: string[];
  /** Writes the note from a list of them. */
  note: (list: string) => string;
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  makeFolder(folder);
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** `x-client` names files of this repository. */
const withoutClients = (contract: Contract): Contract =>
  mapNodes(contract, ({ "x-client": _, ...node }) => node);

/**
 * The client's files that are of no API, with the library that they stand on.
 * @param server the address of the server, or an empty text when callers have to give it
 */
function clientFiles(names: ApiNames, server: string): Map<string, string> {
  const files = new Map<string, string>();
  const open = [
    "client/index.ts",
    "client/query-styles.ts",
    "client/raw-body.ts",
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files.has(name)) continue;
    const text = readFileSync(join(root, name), "utf8");
    files.set(
      name,
      text.replace(
        'from "openapi-fetch"',
        'from "./libraries/openapi-fetch.ts"',
      ),
    );
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const imported = relative(root, join(root, dirname(name), path));
      if (imported.startsWith("client/")) open.push(imported);
    }
  }
  for (const [name, text] of files) files.set(name, named(text, names, server));
  files.set("client/environment.ts", environmentFile(names, server));
  for (const [name, file] of libraryFiles())
    files.set(`client/libraries/${name}`, file);
  return files;
}

/** A file of the client with the names of another API in place of those of this one. */
function named(
  text: string,
  { client, key, address }: ApiNames,
  server: string,
): string {
  const known = server === "" ? "" : `, and without it\n   * \`${server}\``;
  return text
    .replaceAll("contacts-client", client)
    .replaceAll("CONTACTS_API_KEY", key)
    .replaceAll("`CONTACTS_BASE_URL`", `\`${address}\`${known}`)
    .replaceAll("CONTACTS_BASE_URL", address);
}

/**
 * `client/environment.ts` for another API, which never had variables of former names.
 * @param server the address of the server for callers who give none, or an empty text
 */
export const environmentFile = (
  { key, address }: ApiNames,
  server = "",
): string => `${banner}\
/** Reads an option from the environment, where the runtime has one. */
export function readVariable(
  name: "apiKey" | "baseUrl",
  _hasKey?: boolean,
): {
  value?: string | undefined;
  /** The variable that may be set. */
  variable: string;
} {
  const { process } = globalThis as { process?: { env?: Environment } };
  const variable = name === "apiKey" ? "${key}" : "${address}";
  const value = process?.env?.[variable];
${server === "" ? "" : defaultLine(server)}\
  return { value, variable };
}

type Environment = Record<string, string | undefined>;
`;

const defaultLine = (server: string): string =>
  `  if (name === "baseUrl" && !value)\n    return { value: ${JSON.stringify(server)}, variable };\n`;
