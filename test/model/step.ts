import fc from "fast-check";
import type { Model, Workspace } from "./model.ts";
import { keys, type KeyName, type World } from "./world.ts";

/** A step of a meeting. */
export type Step = fc.AsyncCommand<Model, World>;

/** Steps that do this with such values. */
export const step = <Values>(
  name: string,
  given: fc.Arbitrary<Values>,
  run: (world: World, values: Values) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  given.map((told) => ({
    check: () => true,
    run: async (_model, world) => void (await run(world, told)),
    toString: () => `${name}(${fc.stringify(told)})`,
  }));

/** What a step is told, in a form that is shown without noise. */
export const values = <Values>(of: { [Name in keyof Values]: fc.Arbitrary<Values[Name]> }) =>
  fc.record(of, { noNullPrototype: true }) as fc.Arbitrary<Values>;

/** Which of a few things: few, so that steps meet. */
export const which = fc.nat({ max: 3 });

/** Most of what happens, happens in one workspace. */
export const where = fc.constantFrom(0, 0, 0, 0, 1);

export const workspaceAt = ({ model }: World, n: number): Workspace => {
  const found = model.workspaces[n];
  if (!found) throw new Error(`There is no workspace ${n}.`);
  return found;
};

export const who = fc.oneof<fc.MaybeWeightedArbitrary<KeyName>[]>(
  { weight: 3, arbitrary: fc.constant("everything" as const) },
  { weight: 2, arbitrary: fc.constant("team" as const) },
  { weight: 2, arbitrary: fc.constantFrom("contactsWriter", "conversationsWriter", "ticketsWriter") },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(keys) as KeyName[])) },
);

/** None, or one of few. */
export const once = fc.option(fc.constantFrom("k1", "k2", "k3"), { nil: undefined, freq: 2 });
