import type { OperationId } from "../../../generated/operations.ts";
import type { Law } from "../finding.ts";
import type { Passing, Returning, Tell } from "./lying-proxy.ts";
import type { Json } from "../../support/at.ts";

/** Secrets that a lying server has at hand: full access here, and in the other workspace. */
export interface Keys {
  mine: string;
  strangers: string;
}

/** A way in which a server could break the contract, which a proxy in front of it plays. */
export interface InjectedFault {
  name: string;
  operation: OperationId;
  /** What the harness must say of it. */
  law: Law;
  tell: (keys: Keys) => Tell;
}

/** Changes every response. */
export const changeResponse = (change: (response: Returning) => Partial<Returning>) => () => {
  const tell: Tell = async (request, forward) => {
    const returning = await forward(request);
    return { ...returning, ...change(returning) };
  };
  return tell;
};

/** Changes the JSON of every success. */
export const json = (change: (body: Json) => unknown) =>
  changeResponse(({ status, body }) =>
    status < 300 && body !== "" ? { body: JSON.stringify(change(JSON.parse(body))) } : {},
  );

/** Changes what the success is about: the one thing, or each of a page. */
export const data = (change: (data: Json) => object) =>
  json((body) => ({
    ...body,
    data: Array.isArray(body.data) ? body.data.map(change) : change(body.data),
  }));

export const without = (header: string, fromStatus?: number) =>
  changeResponse(({ status, headers: { [header]: _, ...headers } }) =>
    fromStatus === undefined || status === fromStatus ? { headers } : {},
  );

export const status = (from: number, to: number) =>
  changeResponse(({ status }) => (status === from ? { status: to } : {}));

/** Changes every request before the server sees it. */
export const request = (change: (request: Passing) => Partial<Passing>) => () => {
  const tell: Tell = (request, forward) => forward({ ...request, ...change(request) });
  return tell;
};

/** Changes the JSON of every request. */
export const sent = (change: (body: Json) => unknown) =>
  request(({ body }) => {
    try {
      const value: unknown = JSON.parse(body.toString());
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return isObject ? { body: Buffer.from(JSON.stringify(change(value))) } : {};
    } catch {
      return {};
    }
  });

export const query = (change: (query: URLSearchParams) => void) =>
  request(({ path }) => {
    const [pathname = "", search = ""] = path.split("?");
    const params = new URLSearchParams(search);
    change(params);
    return { path: params.size > 0 ? `${pathname}?${params.toString()}` : pathname };
  });

/** Asks for one element more than was asked for. */
export const oneMore = query((params) =>
  params.set("limit", String(Math.min(100, Number(params.get("limit") ?? 25) + 1))),
);

/** Believes whoever says that he has a key. */
export const believe =
  (status: number) =>
  ({ mine }: Keys): Tell =>
  async (request, forward) => {
    const response = await forward(request);
    if (response.status !== status) return response;
    return forward({ ...request, headers: { ...request.headers, authorization: `Bearer ${mine}` } });
  };

/** Looks in the other workspace for what it does not find. */
export const lookElsewhere =
  ({ strangers }: Keys): Tell =>
  async (request, forward) => {
    const response = await forward(request);
    if (response.status !== 404) return response;
    const authorization = `Bearer ${strangers}`;
    const theirs = await forward({ ...request, headers: { ...request.headers, authorization } });
    return { ...theirs, headers: { ...response.headers, etag: theirs.headers["etag"] ?? "" } };
  };

/** Shows what a search asks for and finds in another field too, as the newest of its page. */
export const alsoFoundBy =
  (field: string) =>
  ({ mine }: Keys): Tell =>
  async (request, forward) => {
    const returning = await forward(request);
    const { pathname, searchParams } = new URL(request.path, "http://127.0.0.1");
    const q = searchParams.get("q");
    if (returning.status !== 200 || request.method === "HEAD" || q === null) return returning;
    searchParams.delete("q");
    // By another key, so that the window does not give it away.
    const headers = { ...request.headers, authorization: `Bearer ${mine}` };
    const all = JSON.parse(
      (await forward({ ...request, headers, path: `${pathname}?${searchParams.toString()}` })).body,
    );
    const body = JSON.parse(returning.body);
    const isShown = (it: Json) => it[field] === q || body.data.some(({ id }: Json) => id === it.id);
    const shown = all.data.filter(isShown);
    return {
      ...returning,
      body: JSON.stringify({ data: shown, next_cursor: shown.at(-1)?.id ?? null, has_more: false }),
    };
  };

/** Hides what a search finds in one of its fields. */
export const notFoundBy = (field: string) => (): Tell => async (request, forward) => {
  const q = new URL(request.path, "http://127.0.0.1").searchParams.get("q");
  if (q === null) return forward(request);
  const returning = await forward({ ...request, method: "GET" });
  if (returning.status !== 200) return returning;
  const body = JSON.parse(returning.body);
  const shown = body.data.filter((it: Json) => !it[field].includes(q));
  const text = JSON.stringify({ data: shown, next_cursor: shown.at(-1)?.id ?? null, has_more: false });
  const headers = { ...returning.headers, "content-length": String(Buffer.byteLength(text)) };
  return { ...returning, headers, body: text };
};

/** Keeps showing what was deleted. */
export const remember = (): Tell => {
  const deleted = new Set<string>();
  return async (request, forward) => {
    if (request.method !== "DELETE") return forward(request);
    if (deleted.has(request.path)) return forward(request);
    deleted.add(request.path);
    const read = await forward({ ...request, method: "GET" });
    if (read.status !== 200) return forward(request);
    const { id, object } = JSON.parse(read.body).data;
    return { ...read, body: JSON.stringify({ data: { id, object, deleted: true } }) };
  };
};
