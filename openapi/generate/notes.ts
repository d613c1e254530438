import { firstOf } from "../model/collections.ts";
import {
  type Contract,
  type Located,
  operationsOf,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from "../model/contract.ts";
import { isJson } from "../model/media-names.ts";
import { is30 } from "../model/version-30.ts";
import { credentialsBesideClient } from "./client-credential.ts";
import { droppedParts } from "./dropped-parts.ts";
import { edition30 } from "./edition-30.ts";
import { editionForGenerators } from "./edition-for-generators.ts";
import { queryStylesOf } from "./query-styles.ts";
import { refusedRequests } from "./samples/refused-samples.ts";
import { ownServerOf } from "./samples/server-address.ts";
import {
  isFormOfList,
  isMultipart,
  jsonMediaOf,
  maySendBody,
  partTypes,
  sentMediaOf,
  successOf,
} from "./success.ts";

/** Notes on what the files of a contract lack. */
interface Notes {
  /** Each with the first places. */
  short: string[];
  /** Each with all places; empty when the short ones name all. */
  long: string[];
}

/** A kind of things that a generated file lacks. */
interface Lost {
  what: string[];
  /** Writes the note from a list of them. */
  note: (list: string) => string;
}

/**
 * Writes the notes on what the files of a contract lack.
 * @param strict the contract from which the client is made
 */
export function notesOf(contract: Contract, strict: Contract): Notes {
  const lost = [...lostByClient(contract, strict), ...lostByEditions(contract)];
  const found = lost.filter(({ what }) => what.length > 0);
  const short = found.map(({ what, note }) => note(firstOf(what)));
  const long = found.map(({ what, note }) => note(what.join(", ")));
  return { short, long: long.join() === short.join() ? [] : long };
}

/** Lists what the client does not send or read as the contract says. */
const lostByClient = (contract: Contract, strict: Contract): Lost[] => [
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
    what: completeQueries(contract),
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
      `The client sends no headers of the parts ${list}, and of several media types only that of a Blob.`,
  },
  {
    what: unknownInPaths(contract),
    note: (list) =>
      `The client sends ${list} as it is written: the contract has no such parameter.`,
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
  {
    what: bytesBesideJson(contract),
    note: (list) =>
      `The client asks for the JSON of ${list} alone: \`api.raw\` with \`parseAs: "blob"\` and a header \`Accept\` gets the bytes.`,
  },
  {
    what: otherMultiparts(contract),
    note: (list) =>
      `The client sends the body of ${list} as it is: give a Blob whose \`type\` has the boundary.`,
  },
];

/** Lists what the bundles for older tools and for generators do not say. */
function lostByEditions(contract: Contract): Lost[] {
  const dropped = droppedFrom(contract).map(({ part, places }) => ({
    what: places,
    note: (list: string) => `openapi-3.0.json leaves out ${part}: ${list}.`,
  }));
  return [
    ...dropped,
    {
      what: edition30(contract).leftOut,
      note: (list) =>
        `openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no ${list}.`,
    },
    {
      what: editionForGenerators(contract).leftOut,
      note: (list) =>
        `openapi-codegen.json has no ${list}: generated clients cannot send a map.`,
    },
  ];
}

/** Lists the parts that the edition for OpenAPI 3.0 leaves out. A contract of 3.0 keeps all. */
const droppedFrom = (contract: Contract) =>
  is30((contract as { openapi?: unknown }).openapi)
    ? []
    : droppedParts(contract);

/** Lists the operations whose query is one parameter (`in: querystring`). */
const completeQueries = (contract: Contract): string[] =>
  droppedFrom(contract).find(({ part }) => part.includes("querystring"))
    ?.places ?? [];

/** Lists the operations that have a server of their own, e.g. `POST /files`. */
const operationsWithServers = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ operation }) => ownServerOf(contract, operation) !== "")
    .map(nameOfOperation);

/** Lists the operations whose success may be bytes, and is never JSON. */
const binarySuccesses = (contract: Contract): string[] =>
  successesInBytes(contract)
    .filter(({ operation }) => !jsonMediaOf(successOf(contract, operation)))
    .map(nameOfOperation);

/** Lists the operations whose success is JSON or bytes, of which the client asks for the JSON. */
const bytesBesideJson = (contract: Contract): string[] =>
  successesInBytes(contract)
    .filter(({ operation }) => jsonMediaOf(successOf(contract, operation)))
    .map(nameOfOperation);

const successesInBytes = (contract: Contract): Located[] =>
  operationsOf(contract).filter(
    ({ operation }) =>
      bytesIn(contract, successOf(contract, operation)).length > 0,
  );

/** Returns the media types of a response that are bytes. */
const bytesIn = (contract: Contract, { content = {} }: Response): string[] =>
  Object.entries(content)
    .filter(([name, { schema }]) => {
      const { type, format } = resolve<Schema>(contract, schema);
      if (isJson(name)) return false;
      if (format === "binary") return true;
      if (isText.test(name)) return false;
      if (isBinary.test(name)) return true;
      return type !== "string" && !/^(\*|application)\/\*/.test(name);
    })
    .map(([name]) => name);

/** Lists the operations whose body has parts, and is no form. */
const otherMultiparts = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter(({ operation: { requestBody } }) => {
      const media = requestBody && sentMediaOf(requestBody);
      return (
        media &&
        /^multipart\//i.test(media.name) &&
        !isMultipart(media) &&
        !/boundary=/i.test(media.name)
      );
    })
    .map(nameOfOperation);

/** Lists the names in paths that no parameter has, such as `{name=shelves/*}`. */
const unknownInPaths = (contract: Contract): string[] =>
  operationsOf(contract).flatMap((located) => {
    const { parameters = [] } = located.operation;
    const known = parameters
      .map((each) => resolve<Parameter>(contract, each))
      .filter((each) => each.in === "path")
      .map(({ name }) => `{${name}}`);
    return [...located.path.matchAll(/\{[^}]+\}/g)]
      .filter(([written]) => !known.includes(written))
      .map(([written]) => `\`${written}\` of ${nameOfOperation(located)}`);
  });

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

/** Lists the parts of multipart forms whose `encoding` has headers or several media types. */
const describedParts = (contract: Contract): string[] =>
  operationsOf(contract).flatMap((located) => {
    const { requestBody } = located.operation;
    const media = requestBody && sentMediaOf(requestBody);
    if (!media || !isMultipart(media)) return [];
    const types = partTypes(media);
    return Object.entries(media.encoding ?? {})
      .filter(
        ([name, { contentType, headers }]) =>
          headers ?? (contentType !== undefined && !types.has(name)),
      )
      .map(([name]) => `\`${name}\` of ${nameOfOperation(located)}`);
  });

const isText =
  /^text\/|[/+](json|xml|yaml|svg)\b|\b(x-)?(json-seq|jsonl|ndjson|jsonlines|yaml|graphql|javascript|jwt|csv|x-www-form-urlencoded)\b/i;
const isBinary = /^(application\/(octet-stream|pdf|zip)|image|audio|video)/i;

const nameOfOperation = ({ method, path }: Located) =>
  `${method.toUpperCase()} ${path}`;
