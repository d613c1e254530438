import { scopes } from "../../generated/catalogue.ts";
import { createKey, listKeys, revokeKey, type Scope } from "../keys/keys.ts";
import { readArguments } from "./arguments.ts";
import { OperatorError, type Command } from "./command.ts";

const create: Command = {
  usage: "--workspace NAME --scopes a,b [--name TEXT]",
  summary: "make a key, and the workspace when it is new; the only time that the key is shown",
  prepare: (args) => {
    const options = { workspace: "required", scopes: "required", name: "optional" } as const;
    const { workspace, scopes: list, name = "" } = readArguments(args, options).values;
    const wanted = [...new Set(list.split(",").map((scope) => scope.trim()))];
    const unknown = wanted.filter((scope) => !isScope(scope));
    if (unknown.length > 0) {
      throw new OperatorError(
        `Unknown scope: ${unknown.join(", ")}. There are: ${Object.keys(scopes).join(", ")}`,
      );
    }
    return (store) => createKey(store, { workspace, scopes: wanted.filter(isScope), name });
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
    return async (store) => {
      if (!(await revokeKey(store, id))) throw new OperatorError(`There is no key ${id}.`);
      return { id, revoked: true };
    };
  },
};

/** `npm run keys -- …` */
export const keys: Record<string, Command> = { create, list, revoke };

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);
