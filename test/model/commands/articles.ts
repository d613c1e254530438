import fc from "fast-check";
import { prepare } from "../../../server/operator/run.ts";
import { must } from "../law.ts";
import { alive, alone, draft, exists, tell } from "../model.ts";
import { step, values, where, which, workspaceAt } from "../step.ts";
import { pick, send, type World } from "../world.ts";

let articles = 0;

const operate = async ({ server }: World, workspace: string, line: string[]): Promise<{ id: string }> =>
  JSON.parse(await prepare(["operator", ...line, "--workspace", workspace])(server.store));

/** The team writes an article, or takes one back. */
export const editArticle = step(
  "editArticle",
  values({ ws: where, which, publish: fc.boolean() }),
  async (world, { ws, which, publish }) => {
    const workspace = workspaceAt(world, ws);
    await world.key(workspace, "everything");
    if (publish) {
      const article = draft(workspace, "article");
      const title = `Ayuda ${articles++}`;
      const written = await operate(world, workspace.name, [
        ...["article", "--title", title, "--body", title, "--category", "faq"],
      ]);
      await operate(world, workspace.name, ["publish", written.id]);
      exists(article, written);
      tell(article, world.server.now(), "article.published");
      return;
    }
    const article = pick(alive(workspace, "article"), which);
    if (!article) return;
    await alone([article], async () => {
      if (article.isLeaving) return;
      article.isLeaving = true;
      await operate(world, workspace.name, ["unpublish", article.id]);
      article.goneAt = performance.now();
      tell(article, world.server.now(), "article.unpublished");
    });
  },
);

export const getArticle = step(
  "getArticle",
  values({ ws: where, which, visits: fc.boolean() }),
  async (world, { ws, which, visits }) => {
    const workspace = workspaceAt(world, ws);
    const article = pick(alive(workspace, "article"), which);
    const [visitor] = workspace.visitors;
    if (!article || (visits && !visitor)) return;
    const caller = visits && visitor ? world.visitor(workspace, visitor) : await world.key(workspace, "team");
    const operation = visits ? "getMessengerArticle" : "getArticle";
    const { status, text } = await send(world, caller, operation, { path: { id: article.id } });
    const ended = visits && visitor?.person.isLeaving === true;
    const expected = [200, ...(article.isLeaving ? [404] : []), ...(ended ? [401] : [])];
    must("what was acknowledged exists", expected.includes(status), () => text);
  },
);
