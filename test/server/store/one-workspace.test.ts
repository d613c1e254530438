import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorOf, undistributed } from "../../support/store.ts";

test.each(["citus", "partitions"])("%s.sql leaves out the tables that are found by a secret", (name) => {
  const [, left] = /relname not in \(([^)]*)\)/.exec(readFileSync(`server/store/${name}.sql`, "utf8")) ?? [];
  expect(left).toBe(undistributed.map((table) => `'${table}'`).join(", "));
});

test.each([
  "select * from contacts where id = $1",
  "select * from contacts where workspace_id = $1 and id in (select contact_id from tickets)",
  "select * from tickets join contacts on contacts.id = contact_id where tickets.workspace_id = $1",
  "delete from events using webhooks where events.workspace_id = $1",
])("%s names no workspace for one of its tables", (statement) => {
  expect(errorOf(statement)).toContain(statement);
  expect(errorOf(`${statement} and x.workspace_id = $1`)).toBeUndefined();
});
