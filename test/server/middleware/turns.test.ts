import { expect, onTestFinished, test } from "vitest";
import { draftArticle, setArticlePublished } from "../../../server/resources/articles.ts";
import { change } from "../../../server/store/change.ts";
import { connectTo } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

test("a workspace that does not read its responses holds up no other workspace", async () => {
  const server = await startServer();
  const [slow, quick] = [await server.key(["*"], "slow"), await server.key(["*"], "quick")];
  const { id: workspace } = await server.store.database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", "slow")
    .executeTakeFirstOrThrow();
  await change(server.store, workspace, async (change) => {
    for (let n = 0; n < 60; n++) {
      const content = {
        title: `${n}`,
        body: "a".repeat(100_000),
        excerpt: "",
        category: "",
        locale: "es",
        url: null,
      };
      const { id } = await draftArticle(change, content);
      await setArticlePublished(change, id, true);
    }
  });
  // 6 MB are more than the buffers of a connection hold.
  const request = `GET /v1/articles?limit=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${slow}\r\n\r\n`;
  for (let n = 0; n < 9; n++) {
    const socket = await connectTo(server.address);
    onTestFinished(() => void socket.destroy());
    socket.write(request);
    await new Promise((resolve) => socket.once("readable", resolve)); // the response has begun
  }
  expect((await server.call("/v1/articles", { key: quick })).status).toBe(200);
});
