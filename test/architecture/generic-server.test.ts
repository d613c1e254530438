import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operations } from "../../generated/operations.ts";

/*
 * Another API has the same http/, contract/ and store/ (`npm run new -- contract`), so these know
 * nothing of the resources of this one.
 */

const folders = ["server/http", "server/contract", "server/store"];
/**
 * The tables and the migrations are the API's own, also the list of migrations and the tables of
 * 1.1.0.
 */
const own =
  /\/(tables|own-tables|migration-list|former-tables)\.ts$|\/migrations\//;
/**
 * Resources whose names are words of HTTP, OpenAPI, Node or PostgreSQL too, and the resource of the
 * API key.
 */
const ordinary = ["messages", "events", "webhooks", "me"];

/** The resources: the first part of each path after the version, and the elements of each list. */
const resources = [
  ...new Set(
    Object.entries(operations).flatMap(([id, { path }]) => {
      const [, , first = "", ...others] = path.split("/");
      return [first, ...(id.startsWith("list") ? others.slice(-1) : [])];
    }),
  ),
].filter((name) => name !== "" && !ordinary.includes(name));

/**
 * Finds a resource by its plural, or by its singular in the name of an id, such as `ContactId` or
 * `contact_ids`. A singular alone may be a word of the language, such as `return` or `order`.
 */
const named = new RegExp(
  resources
    .flatMap((name) => [name, `${name.replace(/(ie)?s$/, "")}y?_?ids?\\b`])
    .join("|"),
  "i",
);

const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !own.test(file));

describe("the files of the server that other APIs have too", () => {
  it("know the resources of this API by the contract", () => {
    expect(resources).toEqual(
      expect.arrayContaining(["contacts", "tickets", "messenger"]),
    );
  });

  it.each(files)("%s names no resource", (file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.filter((line) => named.test(line))).toEqual([]);
  });
});
