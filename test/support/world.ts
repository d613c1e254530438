import type { Cipher } from "../../server/auth/encryption.ts";
import { createKey, type Scope } from "../../server/auth/keys.ts";
import { prepare } from "../../server/operator/run.ts";
import type { Store } from "../../server/store/store.ts";
import { compile, flat, type Json } from "./at.ts";
import { everyOperation, type TestedOperation } from "./operation.ts";
import { createTokenFinder } from "../../server/auth/find-visitor.ts";
import { hashSecret } from "../../server/auth/secret.ts";
import { startSession } from "../../server/api/messenger/sessions.ts";
import { inTransaction } from "../../server/store/transaction.ts";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";

/** A server under test. The store is that of the server, or of the one behind a proxy. */
export interface Target {
  address: string;
  store: Store;
  cipher: Cipher;
}

/** Ids of things that belong together, by the prefix of their kind: `ct`, `cv` … */
export type Rows = Record<string, string>;

/**
 * Three texts: each row of a workspace shows one in the first required text of everything, another
 * in the next.
 */
export const words = ["one", "two", "three"];

/** Ids that are well formed and that nothing has. */
export const nobody = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.keys(rows).map((kind) => [kind, `${kind}_${"0".repeat(26)}`]),
  );

/**
 * A good request to an operation: its path with the ids of these rows, and its first documented
 * body about them.
 */
export function requestTo(
  { method, path, parameters, body, references, example }: TestedOperation,
  rows: Rows,
  texts = ["new"],
): { path: string; method: string; json?: object } {
  const kinds = Object.fromEntries(
    parameters.map(({ name, kind }) => [name, kind ?? ""]),
  );
  const filledPath = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => rows[kinds[name] ?? ""] ?? "?",
  );
  if (!example) return { path: filledPath, method };
  const isText = (name: string) =>
    !(name in references) && typeof example[name] === "string";
  const required = (body?.required ?? []).filter(isText);
  const fields = Object.entries(example).map(([name, value]) => {
    const kind = references[name];
    if (kind !== undefined) return [name, rows[kind] ?? value];
    const position = required.includes(name)
      ? required.indexOf(name)
      : required.length;
    return [
      name,
      isText(name)
        ? withText(body?.properties?.[name] ?? {}, value, at(texts, position))
        : value,
    ];
  });
  return { path: filledPath, method, json: Object.fromEntries(fields) };
}

/**
 * The text itself where the schema allows it, else the documented value with the text in it;
 * addresses stay.
 */
function withText(schema: object, value: unknown, text: string): unknown {
  const merged = flat(schema);
  const validate = compile(merged);
  const texts =
    merged.format === "uri" ? [] : [text, `${text}.${String(value)}`];
  return texts.find((candidate) => validate(candidate)) ?? value;
}

const at = (texts: string[], position: number) =>
  texts[position % texts.length] ?? "";

/**
 * Fills a workspace with one of everything that the contract can create or list, once per text,
 * through the API.
 * @throws Error when a good request is refused, or nothing creates what another operation refers to
 */
export async function fillWorkspace(
  { address, store }: Omit<Target, "cipher">,
  workspace: string,
  texts = words,
): Promise<Rows[]> {
  const { key } = await createKey(store, { workspace, scopes: ["*"] });
  /** The data of a response: one thing with an id, or a list of these. */
  const send = async (
    operation: TestedOperation,
    rows: Rows,
    own: string[],
    query = "",
  ) => {
    const { path, method, json } = requestTo(operation, rows, own);
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
    };
    const body = json ? JSON.stringify(json) : null;
    const response = await fetch(address + path + query, {
      method,
      headers,
      body,
    });
    if (!response.ok)
      throw new Error(`${operation.id}: ${await response.text()}`);
    const { data } = (await response.json()) as {
      data: Identified | Identified[];
    };
    return [data].flat();
  };
  const filled: Rows[] = [];
  for (let row = 0; row < texts.length; row++) {
    const values = texts.map((_, i) => at(texts, row + i));
    const rows: Rows = {
      ar: await publishArticle(
        store,
        workspace,
        values,
        at(texts, Math.min(row, 1)),
      ),
    };
    for (const operation of creating)
      rows[operation.created ?? ""] ??= idOf(
        await send(operation, rows, values),
      );
    for (const operation of listing.filter(
      ({ listed = "" }) => !(listed in rows),
    )) {
      rows[operation.listed ?? ""] = idOf(
        await send(operation, rows, values, "?limit=100"),
      );
    }
    filled.push(rows);
  }
  return filled;
}

interface Identified {
  id: string;
}

/** The id of the last one. */
function idOf(things: Identified[]): string {
  const last = things.at(-1);
  if (!last) throw new Error("A list that should have something is empty.");
  return last.id;
}

const listing = everyOperation.filter(({ listed }) => listed !== undefined);
/**
 * The operation that creates a thing of each kind, in the order of their needs. The team can create
 * what visitors create.
 */
export const creating = inOrder(
  everyOperation.filter(
    ({ created, scheme }) => created !== undefined && scheme === "apiKey",
  ),
);

/** Sorts operations: the creation of a thing comes before those that refer to the thing. */
function inOrder(
  operations: TestedOperation[],
  made = new Set(["ar"]),
): TestedOperation[] {
  if (operations.length === 0) return [];
  const next = operations.find((operation) =>
    needs(operation).every((kind) => made.has(kind)),
  );
  if (!next)
    throw new Error(
      `Nothing creates what ${operations.map(({ id }) => id).join()} refer to.`,
    );
  const others = operations.filter((operation) => operation !== next);
  return [next, ...inOrder(others, new Set([...made, next.created ?? ""]))];
}

function needs({
  parameters,
  references,
  example = {},
}: TestedOperation): string[] {
  const inPath = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ kind = "" }) => kind);
  const inBody = Object.entries(references).filter(([name]) => name in example);
  return [...inPath, ...inBody.map(([, kind]) => kind)];
}

/** Runs a command for operators on this store, and returns the text that it prints. */
export const runCommand = async (
  store: Store,
  line: string[],
  session?: Parameters<ReturnType<typeof prepare>>[1],
): Promise<Json> => JSON.parse(await prepare(line)(store, session));

/**
 * Articles are the one thing that the API shows and the operator makes. All but the first are of
 * one category.
 */
export async function publishArticle(
  store: Store,
  workspace: string,
  [title = "", ...others]: string[],
  category: string,
): Promise<string> {
  const operate = (...line: string[]) =>
    runCommand(store, ["operator", ...line, "--workspace", workspace]);
  const body = `${title} ${others[0] ?? ""}`;
  const { id } = await operate(
    "article",
    "--title",
    title,
    "--body",
    body,
    "--category",
    category,
  );
  await operate("publish", id);
  return id;
}

/** The origin of the visitors' pages in the tests. */
const origin = "https://shop.example";

const actor = { by: "tests", command: "keys create" };

/**
 * Makes what requests to operations of a workspace are sent with, by the security scheme that the
 * operation requires.
 */
export function credentialsOf(
  { store, cipher }: Omit<Target, "address">,
  workspace: string,
) {
  /** The website's token, and what it signs emails with. */
  const token = () =>
    createMessengerToken(
      store,
      cipher,
      { workspace, origins: [origin] },
      actor,
    );
  /** The session of a contact; without one, of an anonymous visitor. */
  const session = async (contact_id: string | null = null) => {
    const found = await createTokenFinder(store).find(
      hashSecret((await token()).token),
    );
    if (!found) throw new Error("The token that was just made is not there.");
    const visitor = { name: "", email: "", contact_id };
    const started = await inTransaction(store, found.workspaceId, async (tx) =>
      startSession(tx, found, visitor),
    );
    return started.secret;
  };
  return {
    token,
    session,
    /**
     * A key with these scopes, without any those of the operation; the website's token; the session
     * of the contact of these rows.
     */
    for: async (
      { scheme, scopes: needed }: TestedOperation,
      { ct }: Rows,
      scopes = needed,
    ) => {
      if (scheme === "messengerPublicToken") return (await token()).token;
      if (scheme === "messengerVisitor") return session(ct);
      return (
        await createKey(store, { workspace, scopes: [...scopes] as Scope[] })
      ).key;
    },
  };
}
