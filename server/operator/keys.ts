import { parseArgs } from "node:util";
import { scopes } from "../../generated/catalogue.ts";
import { createKey, listKeys, revokeKey, type Scope } from "../keys/keys.ts";
import { OperatorError, type Command } from "./command.ts";

const create: Command = {
  usage: "--workspace NAME --scopes a,b [--name TEXT]",
  summary: "make a key, and the workspace when it is new; the only time that the key is shown",
  prepare: (args) => {
    const { values } = parse(args, { workspace: "", scopes: "", name: "" });
    const { workspace = "", name = "" } = values;
    if (workspace.trim() === "") throw new OperatorError("--workspace NAME is missing.");
    const wanted = [...new Set((values["scopes"] ?? "").split(",").map((scope) => scope.trim()))];
    const unknown = wanted.filter((scope) => !isScope(scope));
    if (unknown.length > 0) {
      const what =
        unknown.join("") === "" ? "--scopes a,b is missing." : `Unknown scope: ${unknown.join(", ")}.`;
      throw new OperatorError(`${what} There are: ${Object.keys(scopes).join(", ")}`);
    }
    return (store) => createKey(store, { workspace, scopes: wanted.filter(isScope), name });
  },
};

const list: Command = {
  usage: "",
  summary: "show all keys, without their secret",
  prepare: (args) => {
    parse(args, {});
    return async (store) => ({ keys: await listKeys(store) });
  },
};

const revoke: Command = {
  usage: "ID",
  summary: "revoke a key; the next request with it is refused",
  prepare: (args) => {
    const { positionals } = parse(args, {}, true);
    const [id] = positionals;
    if (id === undefined || positionals.length > 1)
      throw new OperatorError("Give the id of one key: revoke ID");
    return async (store) => {
      if (!(await revokeKey(store, id))) throw new OperatorError(`There is no key ${id}.`);
      return { id, revoked: true };
    };
  },
};

/** `npm run keys -- …` */
export const keys: Record<string, Command> = { create, list, revoke };

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);

function parse(args: string[], options: Record<string, string>, allowPositionals = false) {
  try {
    return parseArgs({
      args,
      allowPositionals,
      options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" as const }])),
    });
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}
