import { values } from "../../generated/constants.ts";
import type { ArticleContent, components } from "../../generated/types.ts";
import { recordAudit } from "../auth/audit.ts";
import { ApiError } from "../contract/api-error.ts";
import { errorsIn } from "../contract/schema.ts";
import { draftArticle, setArticlePublished } from "../api/articles.ts";
import { type ContactUpdate, toContact } from "../api/contact-rows.ts";
import { changeContact } from "../api/contacts.ts";
import type { Store } from "../store/store.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import {
  command,
  type Command,
  oneOf,
  optional,
  required,
  type Session,
  workspaceOption,
} from "./command.ts";
import { requireWorkspace } from "./workspace.ts";

type Schemas = components["schemas"];

const where = { workspace: workspaceOption };

const contact = command({
  summary: "change the fields of a contact that the team sets",
  positionals: { ID: "the id of the contact" },
  options: {
    ...where,
    lifecycle: optional("L"),
    vip: optional("true|false"),
    city: optional("TEXT"),
  },
  prepare: (given, id) => {
    const update: ContactUpdate = {
      ...(given.lifecycle !== undefined && {
        lifecycle: oneOf("--lifecycle", given.lifecycle, values.Lifecycle),
      }),
      ...(given.vip !== undefined && {
        vip: oneOf("--vip", given.vip, ["true", "false"]) === "true",
      }),
      ...(given.city !== undefined && { city: given.city }),
    };
    if (Object.keys(update).length === 0)
      throw new Error("Name a field to change, e.g. --vip true.");
    requireValid("City", update.city, "city");
    return inWorkspace(given.workspace, async (tx) =>
      toContact(await changeContact(tx, id, update)),
    );
  },
});

const article = command({
  summary: "write an article; it is a draft until it is published",
  options: {
    ...where,
    title: required("TEXT"),
    body: required("MARKDOWN"),
    excerpt: optional("TEXT"),
    category: optional("TEXT"),
    locale: optional("es"),
    url: optional("URL"),
  },
  prepare: ({
    workspace,
    title,
    body,
    excerpt = "",
    category = "",
    locale = "es",
    url = null,
  }) => {
    const draft: ArticleContent = {
      title,
      body,
      excerpt,
      category,
      locale,
      url,
    };
    requireValid("ArticleContent", draft);
    return inWorkspace(workspace, (tx) => draftArticle(tx, draft));
  },
});

const publish = (published: boolean, summary: string) =>
  command({
    summary,
    positionals: { ID: "the id of the article" },
    options: where,
    prepare: ({ workspace }, id) =>
      inWorkspace(
        workspace,
        async (tx) => {
          await setArticlePublished(tx, id, published);
          return { id, published };
        },
        { mayExceedQuotas: !published },
      ),
  });

/** Commands for changes of the team which the API does not offer. */
export const team: Record<string, Command> = {
  contact,
  article,
  publish: publish(true, "publish an article"),
  unpublish: publish(false, "take a published article back"),
};

/** Runs a change, with its events, in the workspace with this name or id. */
function inWorkspace<T extends { id: string }>(
  nameOrId: string,
  work: (tx: Transaction) => Promise<T>,
  options: { mayExceedQuotas?: boolean } = {},
): (store: Store, session: Session) => Promise<T> {
  return async (store, session) => {
    const { id, name } = await requireWorkspace(store, nameOrId);
    try {
      const audited = async (tx: Transaction) => {
        const done = await work(tx);
        const subject = { workspaceId: id, subject: done.id };
        await recordAudit(
          { database: tx.database, now: store.now },
          session,
          subject,
        );
        return done;
      };
      return await inTransaction(store, id, audited, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "not_found")
        throw new Error(JSON.stringify(error.body("en").error));
      throw new Error(`The workspace ${name} has nothing with this id.`);
    }
  };
}

/**
 * Checks a value against the contract: the value of one option, or an object whose fields have the
 * options' names.
 */
function requireValid<Name extends keyof Schemas & string>(
  schema: Name,
  value: Schemas[Name] | undefined,
  option?: string,
): void {
  if (value === undefined) return;
  const errors = errorsIn(schema, value).map(
    ({ path, message }) => `--${option ?? path[0]}: ${message}`,
  );
  if (errors.length > 0) throw new Error([...new Set(errors)].join("; "));
}
