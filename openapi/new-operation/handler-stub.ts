import type { Wish } from "./wish.ts";

/** Where the handler of an operation begins its life: `server/resources/create-tag.ts`. */
export const handlerFile = ({ id }: Wish): string =>
  `server/resources/${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** A handler that compiles and says that it is none yet. */
export const handlerStub = ({ id }: Wish): string => `import type { Handler } from "../handler.ts";

/** Contract: ${id}. */
export const ${id}: Handler<"${id}"> = async () => {
  throw new Error("${id} is not written yet.");
};
`;

/** `server/routes.ts` with the operation in it. */
export function addRoute(routes: string, wish: Wish): string {
  const file = handlerFile(wish).replace("server/", "./");
  const end = routes.indexOf("\n\n/**");
  const imports = `${routes.slice(0, end)}\nimport { ${wish.id} } from "${file}";`;
  return imports + routes.slice(end).replace(/\n\};\n$/, () => `\n  ${wish.id},\n};\n`);
}
