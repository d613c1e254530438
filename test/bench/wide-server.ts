import { createApp } from "../../server/app.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator, type Document } from "../../server/contract/validator/validator.ts";
import { createCipher } from "../../server/encryption/cipher.ts";
import { createMemoryLimiter } from "../../server/limiter/limiter.ts";
import { createLog } from "../../server/log.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";

/**
 * This API's application with as many operations as the first argument says, to see whether a request costs more when
 * there are many. Those that are added stand before the contract's own, where a search would come to them first.
 */
const [count] = process.argv.slice(2);
const { DATABASE_URL = "", DATA_DIR = "", PORT } = process.env;
const store = await (DATABASE_URL === "" ? openEmbedded(DATA_DIR) : openPostgres(DATABASE_URL));
const app = createApp({
  validator: await createValidator(widened(loadContract(), Number(count))),
  store,
  cipher: createCipher(Buffer.alloc(32)),
  limiter: createMemoryLimiter(),
  log: createLog(),
});
app.listen(Number(PORT), "127.0.0.1");

function widened(document: Document, operations: number): Document {
  const paths = Object.entries({ ...document.paths });
  const present = paths.reduce((sum, [, item]) => sum + Object.keys(item ?? {}).length, 0);
  const [, contact] = paths.find(([path]) => path === "/v1/contacts/{id}") ?? [];
  const added = Array.from({ length: operations - present }, (_, n) => [
    `/v1/a${n}/{id}`,
    { get: { ...contact?.get, operationId: `getA${n}` } },
  ]);
  return Object.assign({}, document, { paths: Object.fromEntries([...added, ...paths]) });
}
