import { values } from "../../generated/constants.ts";
import { objects } from "../../generated/objects.ts";
import type { ArticleContent, components } from "../../generated/types.ts";
import { record } from "../auth/audit.ts";
import { ApiError } from "../contract/api-error.ts";
import { errorsIn } from "../contract/schema.ts";
import { draftArticle, setArticlePublished } from "../api/articles.ts";
import type { ContactUpdate } from "../api/contact-rows.ts";
import { changeContact } from "../api/contacts.ts";
import { hasSchema } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import { oneOf, readArguments } from "./arguments.ts";
import { audit, quota, usage, webhooks, workspaces } from "./overview.ts";
import { type Command, OperatorError, type Session } from "./command.ts";
import { encrypt, resetSecretsCommand } from "./encryption.ts";
import { erase } from "./erase.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { workspaceId } from "./workspace-file.ts";

type Schemas = components["schemas"];

const where = { workspace: "required" } as const;

const contact: Command = {
  usage: "ID --workspace NAME [--lifecycle L] [--vip true|false] [--city TEXT]",
  summary: "change the fields of a contact that the team sets",
  prepare: (args) => {
    const options = {
      ...where,
      lifecycle: "optional",
      vip: "optional",
      city: "optional",
    } as const;
    const { values: given, positionals } = readArguments(args, options, ["ID"]);
    const update: ContactUpdate = {
      ...(given.lifecycle !== undefined && {
        lifecycle: oneOf("--lifecycle", given.lifecycle, values.Lifecycle),
      }),
      ...(given.vip !== undefined && { vip: oneOf("--vip", given.vip, ["true", "false"]) === "true" }),
      ...(given.city !== undefined && { city: given.city }),
    };
    if (Object.keys(update).length === 0) throw new OperatorError("Name a field to change, e.g. --vip true.");
    requireValid("City", update.city, "city");
    return inWorkspace(given.workspace, async (tx) =>
      objects.Contact(await changeContact(tx, positionals[0] ?? "", update)),
    );
  },
};

const article: Command = {
  usage:
    "--workspace NAME --title TEXT --body MARKDOWN [--excerpt TEXT] [--category TEXT] [--locale es] [--url URL]",
  summary: "write an article; it is a draft until it is published",
  prepare: (args) => {
    const options = {
      ...where,
      title: "required",
      body: "required",
      excerpt: "optional",
      category: "optional",
      locale: "optional",
      url: "optional",
    } as const;
    const given = readArguments(args, options).values;
    const draft: ArticleContent = {
      title: given.title,
      body: given.body,
      excerpt: given.excerpt ?? "",
      category: given.category ?? "",
      locale: given.locale ?? "es",
      url: given.url ?? null,
    };
    requireValid("ArticleContent", draft);
    return inWorkspace(given.workspace, (tx) => draftArticle(tx, draft));
  },
};

const publish =
  (published: boolean): Command["prepare"] =>
  (args) => {
    const { values: given, positionals } = readArguments(args, where, ["ID"]);
    const [id = ""] = positionals;
    return inWorkspace(given.workspace, async (tx) => {
      await setArticlePublished(tx, id, published);
      return { id, published };
    });
  };

/** `npm run operator -- …`: changes that the team makes and the API does not offer. */
export const operator: Record<string, Command> = {
  contact,
  article,
  publish: { usage: "ID --workspace NAME", summary: "publish an article", prepare: publish(true) },
  unpublish: {
    usage: "ID --workspace NAME",
    summary: "take a published article back",
    prepare: publish(false),
  },
  encrypt,
  "reset-secrets": resetSecretsCommand,
  audit,
  usage,
  quota,
  workspaces,
  webhooks,
  export: exportCommand,
  import: importCommand,
  erase,
};

/** Runs a change, with its events, in the workspace of this name. */
function inWorkspace<T extends { id: string }>(
  name: string,
  work: (tx: Transaction) => Promise<T>,
): (store: Store, session: Session) => Promise<T> {
  return async (store, session) => {
    if (!(await hasSchema(store.database).catch(() => false))) {
      throw new OperatorError("The tables are not up to date. Run: npm run migrate");
    }
    const id = await workspaceId(store.database, name);
    try {
      return await inTransaction(store, id, async (tx) => {
        const done = await work(tx);
        const subject = { workspaceId: id, subject: done.id };
        await record({ database: tx.database, now: store.now }, session, subject);
        return done;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "not_found") throw new OperatorError(JSON.stringify(error.body("en").error));
      throw new OperatorError(`The workspace ${name} has nothing with this id.`);
    }
  };
}

/** Checks a value against the contract: that of one option, or an object whose fields have the options' names. */
function requireValid<Name extends keyof Schemas & string>(
  schema: Name,
  value: Schemas[Name] | undefined,
  option?: string,
): void {
  if (value === undefined) return;
  const errors = errorsIn(schema, value).map(({ path, message }) => `--${option ?? path[0]}: ${message}`);
  if (errors.length > 0) throw new OperatorError([...new Set(errors)].join("; "));
}
