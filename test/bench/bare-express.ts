import express from "express";
import { createCipher } from "../../server/encryption/cipher.ts";
import { createContact, getContact, listContacts } from "../../server/resources/contacts.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";

/**
 * The yardstick: Express with the same queries on the same store. No key, limit, log, validation or id of the
 * request, and no ETag, as this API sends none.
 */
const { DATABASE_URL = "", DATA_DIR = "", PORT } = process.env;
const store = await (DATABASE_URL === "" ? openEmbedded(DATA_DIR) : openPostgres(DATABASE_URL));
const { id: workspaceId } = await store.database
  .selectFrom("workspaces")
  .select("id")
  .executeTakeFirstOrThrow();
const cipher = createCipher(Buffer.alloc(32));
const context = { store, cipher, localWebhooks: false, workspaceId, apiKeyId: "", requestPath: "" };

/** For what an operation does not take, which its type says by `never`. */
const none = undefined as never;

const app = express();
app.disable("etag");
app.use(express.json());
app.get("/v1/contacts", async ({ query }, response) => {
  const input = { query: { limit: Number(query["limit"]) }, path: none, header: none, body: {} };
  const { status, body } = await listContacts(input, context);
  response.status(status).json(body);
});
app.post("/v1/contacts", async (request, response) => {
  const input = { query: none, path: none, header: {}, body: request.body };
  const { status, headers, body } = await createContact(input, context);
  response.status(status).set(headers).json(body);
});
app.get("/v1/contacts/:id", async ({ params }, response) => {
  const { status, body } = await getContact({ query: none, path: params, header: none, body: {} }, context);
  response.status(status).json(body);
});
app.listen(Number(PORT), "127.0.0.1");
