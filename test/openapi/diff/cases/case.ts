import { parse, stringify } from "yaml";

/** What a change is: a break, harmless to everyone, or the same contract in other words. */
export type Kind = "breaking" | "harmless" | "refactor";

/** Two contracts, and what a careful reader says of the step from one to the other. */
export interface Case {
  topic: string;
  given: string;
  kind: Kind;
  because: string;
  before: string;
  after: string;
}

type Fragment = Record<string, unknown>;
type Build = (fragment: Fragment) => object;

/**
 * The cases of one topic.
 * @param build makes a contract of a fragment
 * @param rows for each case `kind | what is changed | why`, and as in a diff the fragments before and after it, as YAML
 */
export function table(topic: string, build: Build, rows: string): Case[] {
  const contract = (fragment: string) => stringify(build(parse(fragment) as Fragment));
  return rows
    .trim()
    .split(/\n(?=(?:breaking|harmless|refactor) \| )/)
    .map((row) => {
      const [, kind, given = "", because = "", before = "", after = ""] =
        /^(\w+) \| (.*) \| (.*)\n- ([^]*)\n\+ ([^]*)$/.exec(row) ?? [];
      if (kind !== "breaking" && kind !== "harmless" && kind !== "refactor")
        throw new Error(`This is no case:\n${row}`);
      return { topic, given, kind, because, before: contract(before), after: contract(after) };
    });
}

const ok = { description: "Done." };
const json = (schema: unknown) => ({ "application/json": { schema } });

/** The fragment is a schema, or `use: schema` beside the schemas that it refers to. */
const split = (fragment: Fragment) => {
  const { use, ...schemas } = fragment;
  return use === undefined ? { use: fragment } : { use, components: { schemas } };
};

const withPost = (operation: object, rest: object = {}) =>
  contract({ paths: { "/things": { post: { operationId: "makeThing", ...operation } } }, ...rest });

/** The fragment is what the contract has besides its head. */
export const contract: Build = (fragment) => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  ...fragment,
});

/** The fragment is the schema that a client sends. */
export const request: Build = (fragment) => {
  const { use, ...rest } = split(fragment);
  return withPost({ requestBody: { content: json(use) }, responses: { "200": ok } }, rest);
};

/** The fragment is the schema that a client gets. */
export const response: Build = (fragment) => {
  const { use, ...rest } = split(fragment);
  return withPost({ responses: { "200": { ...ok, content: json(use) } } }, rest);
};

/** The fragment is the schema that a client sends and gets. */
export const both: Build = (fragment) => {
  const { use, ...rest } = split(fragment);
  const content = json(use);
  return withPost({ requestBody: { content }, responses: { "200": { ...ok, content } } }, rest);
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
    webhooks: { made: { post: { operationId: "onMade", responses: { "200": ok }, ...fragment } } },
  });

/** The same, in OpenAPI 3.0. */
export const in30 =
  (build: Build): Build =>
  (fragment) => ({ ...build(fragment), openapi: "3.0.3" });
