import { scopes } from "../../generated/catalogue.ts";
import { createKey, KeyError, listKeys, revokeKey, rotateKey, type Scope } from "../keys/keys.ts";
import { readArguments } from "./arguments.ts";
import { OperatorError, type Command } from "./command.ts";
import { readDuration, readExpiry } from "./time.ts";

const create: Command = {
  usage: "--workspace NAME --scopes a,b [--name TEXT] [--expires 90d|DATE]",
  summary: "make a key, and the workspace when it is new; the only time that the key is shown",
  prepare: (args) => {
    const options = {
      workspace: "required",
      scopes: "required",
      name: "optional",
      expires: "optional",
    } as const;
    const { workspace, scopes: list, name = "", expires } = readArguments(args, options).values;
    const expiry = expires === undefined ? undefined : readExpiry("--expires", expires);
    const wanted = [...new Set(list.split(",").map((scope) => scope.trim()))];
    const unknown = wanted.filter((scope) => !isScope(scope));
    if (unknown.length > 0) {
      throw new OperatorError(
        `Unknown scope: ${unknown.join(", ")}. There are: ${Object.keys(scopes).join(", ")}`,
      );
    }
    const key = { workspace, scopes: wanted.filter(isScope), name, expires: expiry };
    return (store, session) => createKey(store, key, session).catch(refuse);
  },
};

const list: Command = {
  usage: "",
  summary: "show all keys, without their secret",
  prepare: (args) => {
    readArguments(args, {});
    return async (store) => ({ keys: await listKeys(store) });
  },
};

const revoke: Command = {
  usage: "ID",
  summary: "revoke a key: when the command ends, no server accepts it any more",
  prepare: (args) => {
    const [id = ""] = readArguments(args, {}, ["ID"]).positionals;
    return async (store, session) => {
      if (!(await revokeKey(store, id, session))) throw new OperatorError(`There is no key ${id}.`);
      return { id, revoked: true };
    };
  },
};

const rotate: Command = {
  usage: "ID --overlap 24h [--expires 90d|DATE]",
  summary: "make a new key like this one, which expires after the overlap; the new one lives as long",
  prepare: (args) => {
    const options = { overlap: "required", expires: "optional" } as const;
    const { values: given, positionals } = readArguments(args, options, ["ID"]);
    const [id = ""] = positionals;
    const overlap = readDuration("--overlap", given.overlap);
    const expires = given.expires === undefined ? undefined : readExpiry("--expires", given.expires);
    return (store, session) => rotateKey(store, { id, overlap, expires }, session).catch(refuse);
  },
};

/** `npm run keys -- …` */
export const keys: Record<string, Command> = { create, list, rotate, revoke };

function refuse(error: unknown): never {
  throw error instanceof KeyError ? new OperatorError(error.message) : error;
}

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);
