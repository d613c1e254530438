import { existsSync } from "node:fs";
import { apiNames } from "../../generate/client-names.ts";
import { inRepository } from "../template.ts";

/** The names of a new API. */
export interface Names extends Record<string, string> {
  title: string;
  /** `library-api` */
  package: string;
  /** `library-client` */
  client: string;
  /** `LIBRARY_API_KEY` */
  key: string;
  /** `LIBRARY_BASE_URL` */
  address: string;
  /** `library` */
  snake: string;
}

/**
 * Reads the name of a new API.
 * @throws Error with one line, which says what a name may be
 */
export function readNames(title: string): Names {
  if (!/\p{L}/u.test(title))
    throw new Error(
      '--name must be the name of the API, with letters: --name "Library API".',
    );
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]*$/u.test(title) || title.length > 60)
    throw new Error(
      `--name may have up to 60 letters, digits, spaces and . & -, and begins with a letter or a digit: ${JSON.stringify(title)} does not fit.`,
    );
  const { client, key, address } = apiNames(title);
  const slug = client.replace(/-client$/, "");
  const names = {
    title,
    client,
    key,
    address,
    package: `${slug}-api`,
    // It begins the name of a channel of PostgreSQL, which has at most 63 letters.
    snake: slug.slice(0, 40).replaceAll("-", "_"),
  };
  for (const name of [names.package, names.client])
    if (existsSync(inRepository(`node_modules/${name}`)))
      throw new Error(
        `The package would be called ${name}, which is the name of a package that the tools use: give another --name.`,
      );
  return names;
}

/**
 * Replaces the names of this API by the names of the new API: the names of the product, and names in
 * the examples of comments. A longer name comes before a name that is a part of it.
 */
export const ownNames = (text: string, names: Names): string =>
  [
    ["Contacts API", names.title],
    ["contacts-client", names.client],
    ["contacts-api", names.package],
    ["CONTACTS_API_KEY", names.key],
    ["CONTACTS_BASE_URL", names.address],
    ["contacts_api", `${names.snake}_api`],
    ["contacts_live_", `${names.snake}_live_`],
    ["contact_ids", "subject_ids"],
    ["contactIds", "subjectIds"],
    ["contact_id", "subject_id"],
    ["create_contact", "create_item"],
    ["createContact", "createItem"],
    ["getContact", "getItem"],
    ["schemas/Contact/", "schemas/Item/"],
    ["contact.created", "item.created"],
    ["contacts", "items"],
    ["Contacts", "Items"],
  ]
    .reduce((rest, [from = "", to = ""]) => rest.replaceAll(from, to), text)
    // The decisions belong to this API.
    .replaceAll(/ \(D-\d\d\)/g, "");
