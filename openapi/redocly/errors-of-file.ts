/** What a file of `rules/` or `decorators/` exports: it makes functions for nodes of the contract, in groups of any depth. */
export type Create<Visitor extends object = object> = (...options: never[]) => Visitor;

/**
 * A rule or a decorator whose errors name its file. Redocly prints only the message of an error.
 * @param file e.g. `openapi/rules/no-marks.ts`
 */
export function withFile<Visitor extends object>(file: string, create: Create<Visitor>): Create<Visitor> {
  const named = <Result>(call: () => Result): Result => {
    try {
      return call();
    } catch (error) {
      throw new Error(`${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  };
  const wrap = (part: unknown): unknown => {
    if (typeof part === "function") return (...args: unknown[]): unknown => named(() => part(...args));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inside]) => [name, wrap(inside)]));
  };
  return (...options) => wrap(named(() => create(...options))) as Visitor;
}
