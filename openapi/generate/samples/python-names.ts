import { snake } from "../client-names.ts";

/** The words of Python, and the names that each program has: the generated client avoids them. */
const reserved = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield self true false datetime " +
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex " +
    "copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals " +
    "hasattr hash help hex input int isinstance issubclass iter len license list locals map max memoryview min next " +
    "object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str " +
    "sum super tuple type vars zip"
  ).split(" "),
);

/** Returns a name as openapi-python-client writes it: `class_` for `class`, `tags` for `tags[]`. */
export function pythonName(name: string): string {
  const words = snake(name).replaceAll(/^_+|_+$/g, "");
  const begun = /^[a-z]/.test(words) ? words : `field_${words}`;
  return reserved.has(begun) ? `${begun}_` : begun;
}
