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

/** Sign between two fragments → the types of the change and of its reverse. */
const signs: Record<string, [there: Kind, back: Kind]> = {
  ">>": ["breaking", "addition"],
  "<<": ["addition", "breaking"],
  "!!": ["breaking", "breaking"],
  "~~": ["harmless", "harmless"],
  "==": ["refactor", "refactor"],
};

/**
 * The cases of one topic: each pair in both directions.
 * @param build makes a contract of a fragment
 * @param rows for each pair `what is changed | fragment sign fragment`, the fragments as YAML
 */
export const table = (topic: string, build: Build, rows: string): Case[] =>
  rowsOf(rows).flatMap(({ given, sign, fragments }) =>
    casesOf(topic, given, sign, fragments, build),
  );

/**
 * The cases of schemas, in a request and in a response. What narrows a request widens a response
 * when it is read backwards, so one sign speaks of both; two, as in `~~/>>`, speak of each.
 */
export function schemas(
  topic: string,
  rows: string,
  edition = (build: Build): Build => build,
): Case[] {
  return rowsOf(rows).flatMap(({ given, sign, fragments }) => {
    const [inRequest = "", inResponse = inRequest === ">>" ? "<<" : inRequest] =
      sign.split("/");
    return [
      ...casesOf(
        `${topic}, request`,
        given,
        inRequest,
        fragments,
        edition(request),
      ),
      ...casesOf(
        `${topic}, response`,
        given,
        inResponse,
        fragments,
        edition(response),
      ),
    ];
  });
}

function rowsOf(rows: string) {
  return rows
    .trim()
    .split(/\n(?=\S.* \|(?: |$))/m)
    .map((row) => {
      const [, given = "", one = "", sign = "", other = ""] =
        /^(.*?) \|\s([^]*?)\s((?:>>|<<|!!|~~|==)(?:\/..)?)\s([^]*)$/.exec(
          row,
        ) ?? [];
      if (sign === "") throw new Error(`This is no case:\n${row}`);
      return { given, sign, fragments: [one, other] as const };
    });
}

function casesOf(
  topic: string,
  given: string,
  sign: string,
  fragments: readonly [string, string],
  build: Build,
): Case[] {
  const [one, other] = fragments.map((fragment) =>
    stringify(build(parse(fragment.trim()) as Fragment)),
  );
  const [there, back] = signs[sign] ?? [];
  if (one === undefined || other === undefined || !there || !back)
    throw new Error(`This is no sign: ${sign}`);
  return [
    { topic, given, kind: there, before: one, after: other },
    {
      topic,
      given: `${given}, and back`,
      kind: back,
      before: other,
      after: one,
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
