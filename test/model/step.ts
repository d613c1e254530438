import fc from "fast-check";
import {
  alive,
  pick,
  type Caller,
  type KeyName,
  type Kind,
  type Workspace,
  type World,
} from "./model.ts";
import { by } from "./world.ts";

/** A step of a run. */
export type Step = fc.AsyncCommand<World, World>;

/** The place and the sender of a step. */
export interface At {
  world: World;
  workspace: Workspace;
  caller: Caller;
  /** The number of a thing among the oldest and newest: few, so that steps meet. */
  which: number;
  /** An Idempotency-Key of few, or none. */
  once: string | undefined;
}

type Arbitraries<Values> = {
  [Name in keyof Values]: fc.Arbitrary<Values[Name]>;
};

/** Generates the input of a step, which messages show without a prototype. */
const values = <Values>(of: Arbitraries<Values>) =>
  fc.record(of, { noNullPrototype: true }) as fc.Arbitrary<Values>;

const where = {
  // Most of what happens, happens in one workspace.
  ws: fc.constantFrom(0, 0, 0, 1),
  which: fc.constantFrom(0, 1, -1, -2),
  key: fc.constantFrom<KeyName>("team", "team", "partner"),
  once: fc.option(fc.constantFrom("k1", "k2", "k3"), {
    nil: undefined,
    freq: 2,
  }),
};

/** Steps that do this with such values. */
export const step = <Values extends object>(
  name: string,
  given: Arbitraries<Values>,
  run: (at: At & Values) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  fc.tuple(values(where), values(given)).map(([{ ws, key, ...at }, told]) => ({
    check: () => true,
    run: async (world) => {
      const workspace = world.workspaces[ws];
      if (!workspace) throw new Error(`There is no workspace ${ws}.`);
      await run({
        world,
        workspace,
        caller: by(workspace, key),
        ...at,
        ...told,
      });
    },
    toString: () => `${name}(${fc.stringify({ ws, key, ...at, ...told })})`,
  }));

/** Steps at one moment, each some milliseconds after the one before. */
export const together = (step: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc
    .record({
      steps: fc.array(step, { minLength: 1, maxLength: 5 }),
      gap: fc.nat({ max: 3 }),
    })
    .map(({ steps, gap }) => ({
      check: () => true,
      run: async (model, world) => {
        const later = (n: number) =>
          new Promise((resolve) => setTimeout(resolve, n * gap));
        await allSettled(
          steps.map((each, n) => later(n).then(() => each.run(model, world))),
        );
      },
      toString: () => `together(${steps.join(" | ")}; ${gap} ms apart)`,
    }));

/** Waits until all have ended, also when one has failed. */
export async function allSettled<T>(all: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** The thing of a kind that a step is about, if the workspace has one. */
export const thingOf = (
  { workspace, which }: Pick<At, "workspace" | "which">,
  kind: Kind,
) => pick(alive(workspace, kind), which);
