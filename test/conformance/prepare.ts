import type { Driver } from "./driver.ts";
import {
  everyOperation,
  onSamePath,
  type TestedOperation,
} from "../support/operation.ts";
import type { Rows } from "../support/world.ts";
import { documented, token } from "./request.ts";
import { isMerged } from "./writes.ts";

/**
 * Prepares the success of an operation: space for new objects, and an unneeded object for a
 * deletion.
 */
export async function prepared(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<Rows> {
  await emptyMerged(driver, operation, rows);
  const parent = operation.path.replace(/\/\{\w+\}$/, "");
  const [creating, listing, deleting] = ["POST", "GET", "DELETE"].map(
    (method) =>
      everyOperation.find(
        (it) =>
          it.method === method &&
          it.path === (method === "DELETE" ? `${parent}/{id}` : parent),
      ),
  );
  if (
    !creating ||
    !listing ||
    !deleting ||
    ![creating, deleting].includes(operation)
  )
    return rows;
  const all = { method: "GET", path: `${listing.path}?limit=100` };
  const { body } = await driver.fetch(listing, all, rows);
  const ids: string[] = body.data.map(({ id }: { id: string }) => id);
  const needed = driver.world.mine.flatMap((row) => Object.values(row));
  const [spare, ...others] = ids.filter((id) => !needed.includes(id));
  for (const id of others)
    await driver.fetch(
      deleting,
      { method: "DELETE", path: deleting.path.replace("{id}", id) },
      rows,
    );
  if (operation !== deleting) return rows;
  const id =
    spare ??
    (await driver.send(creating, documented(creating), rows)).body.data.id;
  return { ...rows, [id.split("_")[0]]: id };
}

/**
 * Removes all of the fields that the operation adds to: they would be more than the contract allows
 * some time.
 */
async function emptyMerged(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<void> {
  const fields = operation.body?.properties ?? {};
  const merged = Object.entries(fields).filter(
    ([name, field]) => isMerged(field) || `add_${name}` in fields,
  );
  if (merged.length === 0) return;
  const json = Object.fromEntries(merged.map(([name]) => [name, null]));
  const id = operation.parameters.find(({ name }) => name === "id");
  await driver.send(
    operation,
    {
      path: { id: token(id?.kind ?? "") },
      query: [],
      headers: {},
      body: { json },
    },
    rows,
  );
}

/**
 * Fills the object of a change with the documented values of its creation, so that no field which
 * stays is empty.
 */
export async function fill(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<void> {
  const creating = onSamePath(
    { ...operation, path: operation.path.replace(/\/\{\w+\}$/, "") },
    "POST",
  );
  const fields = operation.body?.properties ?? {};
  const values = Object.entries(creating?.example ?? {}).filter(
    ([name]) => name in fields && !["email", "external_id"].includes(name),
  );
  const { path } = documented(operation);
  if (values.length === 0) return;
  await driver.send(
    operation,
    {
      path,
      query: [],
      headers: {},
      body: { json: Object.fromEntries(values) },
    },
    rows,
  );
}
