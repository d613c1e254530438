import type { Logger } from "pino";

/** The body of a list's page, as far as this file knows it. */
interface Page {
  data: unknown[];
  has_more: boolean;
}

/**
 * A page without the elements that break the contract, which are logged: otherwise it were a 500, and no reader would get
 * past it. The cursor stays, as each of them has a position in the list.
 * @param errorOf why a body breaks the contract; undefined when it does not
 * @returns undefined when the body is no page, or breaks the contract without them too
 */
export function soundPage(body: unknown, errorOf: (body: Page) => unknown, log: Logger): Page | undefined {
  if (!isPage(body) || errorOf({ ...body, data: [] }) !== undefined) return undefined;
  const data = body.data.filter((element) => {
    const err = errorOf({ ...body, data: [element] });
    if (err !== undefined)
      log.error({ id: idOf(element), err }, "an element that breaks the contract is not in its list");
    return err === undefined;
  });
  return { ...body, data };
}

const isPage = (body: unknown): body is Page =>
  typeof body === "object" &&
  body !== null &&
  "has_more" in body &&
  "data" in body &&
  Array.isArray(body.data);

const idOf = (element: unknown): unknown =>
  typeof element === "object" && element !== null && "id" in element ? element.id : undefined;
