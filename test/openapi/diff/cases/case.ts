import { parse, stringify } from "yaml";

/**
 * The type of a change: a break, an addition, a harmless change, or the same contract in other
 * words.
 */
export type Kind = "breaking" | "addition" | "harmless" | "refactor";

/** Two contracts, and what a careful reader says of the step from one to the other. */
export interface Case {
  topic: string;
  given: string;
  kind: Kind;
  before: string;
  after: string;
}

type Fragment = Record<string, unknown>;
type Build = (fragment: Fragment) => object;

/** The kinds of a change and of its reverse. */
interface BothWays {
  there: Kind;
  back: Kind;
}

export const breaksThere: BothWays = { there: "breaking", back: "addition" };
export const breaksBack: BothWays = { there: "addition", back: "breaking" };
export const breaksBothWays: BothWays = { there: "breaking", back: "breaking" };
export const isHarmless: BothWays = { there: "harmless", back: "harmless" };
export const isRefactor: BothWays = { there: "refactor", back: "refactor" };

/** Sign between two fragments in a table → the kinds of the change and of its reverse. */
const signs: Record<string, BothWays> = {
  ">>": breaksThere,
  "<<": breaksBack,
  "!!": breaksBothWays,
  "~~": isHarmless,
  "==": isRefactor,
};

/** Two schemas. Each is a schema, or `use: schema` beside the schemas that it refers to. */
interface SchemaPair {
  given: string;
  before: Fragment;
  after: Fragment;
  /** The kinds of the change where callers send the schema. */
  request: BothWays;
  /** The kinds of the change where callers receive the schema. */
  response: BothWays;
}

/** Returns the cases of schemas: in a request and in a response, in both directions. */
export const schemaCases = (topic: string, pairs: SchemaPair[]): Case[] =>
  pairs.flatMap((pair) => [
    ...casesOf(`${topic}, request`, pair.given, pair.request, [
      request(pair.before),
      request(pair.after),
    ]),
    ...casesOf(`${topic}, response`, pair.given, pair.response, [
      response(pair.before),
      response(pair.after),
    ]),
  ]);

/**
 * Returns the cases of a table of contracts, each pair in both directions.
 * @param build makes a contract of a fragment
 * @param rows for each pair `what is changed | fragment sign fragment`, the fragments as YAML
 */
export const table = (topic: string, build: Build, rows: string): Case[] =>
  rowsOf(rows).flatMap(({ given, before, after, sign }) =>
    casesOf(topic, given, bothWaysOf(sign), [build(before), build(after)]),
  );

/**
 * Returns the cases of a table of schemas, in a request and in a response. One sign speaks of both:
 * what narrows a request widens a response when it is read backwards. Two signs, as in `~~/>>`,
 * speak of the request and of the response.
 */
export const schemas = (
  topic: string,
  rows: string,
  edition = (build: Build): Build => build,
): Case[] =>
  rowsOf(rows).flatMap(({ given, before, after, sign }) => {
    const [inRequest = "", second] = sign.split("/");
    const mirrored = inRequest === ">>" ? "<<" : inRequest;
    const requestOf = edition(request);
    const responseOf = edition(response);
    return [
      ...casesOf(`${topic}, request`, given, bothWaysOf(inRequest), [
        requestOf(before),
        requestOf(after),
      ]),
      ...casesOf(`${topic}, response`, given, bothWaysOf(second ?? mirrored), [
        responseOf(before),
        responseOf(after),
      ]),
    ];
  });

interface Row {
  given: string;
  before: Fragment;
  sign: string;
  after: Fragment;
}

/** Parses the rows of a table. A row begins with a text before ` | `, and may have several lines. */
function rowsOf(rows: string): Row[] {
  const texts = rows.trim().split(/\n(?=\S.* \|(?: |$))/m);
  return texts.map((text) => {
    const row =
      /^(?<given>.*?) \|\s(?<before>[^]*?)\s(?<sign>(?:>>|<<|!!|~~|==)(?:\/..)?)\s(?<after>[^]*)$/;
    const {
      given = "",
      before,
      sign = "",
      after,
    } = row.exec(text)?.groups ?? {};
    if (before === undefined || after === undefined)
      throw new Error(`This is no case:\n${text}`);
    return {
      given,
      before: parse(before.trim()) as Fragment,
      sign,
      after: parse(after.trim()) as Fragment,
    };
  });
}

function bothWaysOf(sign: string): BothWays {
  const bothWays = signs[sign];
  if (!bothWays) throw new Error(`This is no sign: ${sign}`);
  return bothWays;
}

/** Returns the cases of a pair of contracts: the change and its reverse. */
function casesOf(
  topic: string,
  given: string,
  { there, back }: BothWays,
  contracts: [before: object, after: object],
): Case[] {
  const yamlOf = (contract: object) =>
    stringify(contract, { aliasDuplicateObjects: false });
  const before = yamlOf(contracts[0]);
  const after = yamlOf(contracts[1]);
  return [
    { topic, given, kind: there, before, after },
    {
      topic,
      given: `${given}, and back`,
      kind: back,
      before: after,
      after: before,
    },
  ];
}

const ok = { description: "Done." };
const json = (schema: unknown) => ({ "application/json": { schema } });

/** The fragment is a schema, or `use: schema` beside the schemas that it refers to. */
const split = (fragment: Fragment) => {
  const { use, ...named } = fragment;
  return use === undefined
    ? { use: fragment }
    : { use, components: { schemas: named } };
};

const withPost = (operation: object, rest: object = {}) =>
  contract({
    paths: { "/things": { post: { operationId: "makeThing", ...operation } } },
    ...rest,
  });

/** The fragment is what the contract has besides its head. */
export const contract: Build = (fragment) => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  ...fragment,
});

/** The fragment is the schema that a client sends. */
export const request: Build = (fragment) => {
  const { use, ...rest } = split(fragment);
  return withPost(
    { requestBody: { content: json(use) }, responses: { "200": ok } },
    rest,
  );
};

/** The fragment is the schema that a client gets. */
export const response: Build = (fragment) => {
  const { use, ...rest } = split(fragment);
  return withPost(
    { responses: { "200": { ...ok, content: json(use) } } },
    rest,
  );
};

/** The fragment is what the operation has, or `operation` beside what the contract has. */
export const operation: Build = (fragment) => {
  const { operation: own, ...rest } = fragment;
  const named = own as object | undefined;
  return named === undefined
    ? withPost({ responses: { "200": ok }, ...fragment })
    : withPost({ responses: { "200": ok }, ...named }, rest);
};

/** The fragment is what the operation of a webhook has. */
export const webhook: Build = (fragment) =>
  contract({
    webhooks: {
      made: {
        post: { operationId: "onMade", responses: { "200": ok }, ...fragment },
      },
    },
  });

/** The same, in OpenAPI 3.0. */
export const in30 =
  (build: Build): Build =>
  (fragment) => ({ ...build(fragment), openapi: "3.0.3" });
