import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Json } from "../../support/at.ts";

// Two small servers of other APIs, each with one fault on request. They use nothing of this
// repository.

export interface Server {
  address: string;
  /** Its objects, by their ids. */
  objects: Map<string, Json>;
  /** The requests that it received, as `GET /books`. */
  requests: string[];
}

/** The response of a server. */
interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
  request: IncomingMessage;
}

async function serve(
  reply: (received: Received, objects: Map<string, Json>) => Reply | "hang up",
  first: [id: string, object: Json],
): Promise<Server> {
  const objects = new Map([first]);
  const requests: string[] = [];
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "" } = request;
      const url = new URL(request.url ?? "", "http://a.invalid");
      requests.push(`${method} ${url.pathname}`);
      const text = Buffer.concat(chunks).toString();
      const received = {
        method,
        path: url.pathname,
        query: url.searchParams,
        request,
        body: text === "" ? undefined : (JSON.parse(text) as Json),
      };
      const replied = reply(received, objects);
      if (replied === "hang up") return request.socket.destroy();
      const { status, body, headers } = replied;
      response.writeHead(status, {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      });
      return response.end(
        typeof body === "string" || body === undefined
          ? body
          : JSON.stringify(body),
      );
    });
  };
  const server = createServer(respond);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, objects, requests };
}

const isText = (value: unknown, longest: number) =>
  typeof value === "string" && value.length > 0 && value.length <= longest;
const isWhole = (value: unknown, from: number, to: number) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to;

/** The faults of the library, by what they are. */
export type LibraryFault =
  | "another success"
  | "a missing field"
  | "an undocumented status"
  | "another content type"
  | "a header of another type"
  | "an ignored limit"
  | "an ignored bound"
  | "no need of a key"
  | "an unknown book";

const problem = (status: number, title: string): Reply => ({
  status,
  body: { title },
  headers: { "Content-Type": "application/problem+json" },
});

/** A library, whose books have been there before. The key is `card-7`. */
export function startLibrary(fault?: LibraryFault): Promise<Server> {
  const kinds = ["novel", "atlas"];
  const isBook = ({ title, kind, pages = 1, ...others }: Json) =>
    isText(title, fault === "an ignored bound" ? 100 : 40) &&
    kinds.includes(kind) &&
    isWhole(pages, 1, 5000) &&
    Object.keys(others).length === 0;
  const collection = (
    { method, query, body }: Received,
    books: Map<string, Json>,
  ): Reply => {
    if (method === "POST") {
      if (!isBook(Object(body))) return problem(400, "No book");
      const book = { isbn: `b${books.size + 100}`, ...body };
      books.set(book.isbn, book);
      return { status: fault === "another success" ? 200 : 201, body: book };
    }
    const limit = Number(query.get("limit") ?? 20);
    const kind = query.get("kind");
    if (!isWhole(limit, 1, 50) || (kind !== null && !kinds.includes(kind)))
      return problem(400, "No such page");
    const all = [...books.values()];
    return {
      status: 200,
      body: { books: fault === "an ignored limit" ? all : all.slice(0, limit) },
      headers: {
        "X-Total":
          fault === "a header of another type" ? "many" : String(all.length),
        "Content-Type":
          fault === "another content type" ? "text/html" : "application/json",
      },
    };
  };
  return serve(
    (received, books) => {
      const { method, path, body, request } = received;
      const needsNoKey = fault === "no need of a key" && method === "GET";
      if (request.headers["x-card"] !== "card-7" && !needsNoKey)
        return problem(401, "No card");
      if (path === "/books") return collection(received, books);
      const isbn = path.split("/").at(-1) ?? "";
      const book =
        books.get(isbn) ??
        (fault === "an unknown book" ? books.get("b1") : undefined);
      if (!book) return problem(404, "No such book");
      if (method === "DELETE") {
        books.delete(isbn);
        return { status: fault === "an undocumented status" ? 202 : 204 };
      }
      if (method === "PATCH") {
        const { title = book.title } = Object(body);
        if (!isText(title, 40)) return problem(400, "No title");
        Object.assign(book, { title });
      }
      const { kind: _, ...rest } = book;
      return { status: 200, body: fault === "a missing field" ? rest : book };
    },
    ["b1", { isbn: "b1", title: "Before all others", kind: "novel" }],
  );
}

export type MetersFault =
  | "a bound that is too narrow"
  | "text in place of JSON"
  | "no body"
  | "no response"
  | "a missing header";

/** Parking meters, of which one has been there before. The key is `ann:secret`. */
export function startMeters(fault?: MetersFault): Promise<Server> {
  const error = (status: number): Reply => ({
    status,
    body: { error: "wrong" },
  });
  const most = fault === "a bound that is too narrow" ? 500 : 999;
  const isMeter = ({ street, cents, note = null }: Json) =>
    isText(street, 30) &&
    isWhole(cents, 0, most) &&
    (note === null || typeof note === "string");
  return serve(
    ({ method, path, body, request }, meters) => {
      const expected = `Basic ${btoa("ann:secret")}`;
      if (request.headers.authorization !== expected) return error(401);
      const id = path.split("/")[2] ?? "";
      if (method === "GET" && id === "") {
        if (fault === "text in place of JSON")
          return { status: 200, body: "<p>Meters" };
        return { status: 200, body: { data: [...meters.values()] } };
      }
      const meter = meters.get(id);
      if (id !== "" && !meter) return error(404);
      if (method === "GET")
        return fault === "no body"
          ? { status: 200 }
          : { status: 200, body: meter };
      if (!isMeter(Object(body))) return error(422);
      if (fault === "no response" && method === "PUT") return "hang up";
      const known = id === "" ? meters.size + 1 : Number(id);
      const next = { ...body, id: known };
      meters.set(String(known), next);
      if (method === "PUT") return { status: 200, body: next };
      const headers = { Location: `/meters/${known}` };
      return {
        status: 201,
        body: next,
        ...(fault !== "a missing header" && { headers }),
      };
    },
    ["1", { id: 1, street: "Old Street", cents: 100 }],
  );
}
