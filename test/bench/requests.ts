import { limits } from "../../generated/catalogue.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import type { CreateContactRequest } from "../../generated/types.ts";

/** What the requests to a server are made from. */
export interface Data {
  keys: string[];
  /** Ids of contacts that the server has. */
  contacts: string[];
}

/** One request, as the load generator takes it. */
export interface BenchRequest {
  method: Uppercase<(typeof operations)[OperationId]["method"]>;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A kind of request that is measured. */
export interface Kind {
  name: string;
  /** The n-th request of all. */
  request: (n: number, data: Data) => BenchRequest;
}

/** How many contacts a listing gives. */
export const pageSize = 25;

const create: Kind = {
  name: "create",
  request: (n, data) => {
    const body: CreateContactRequest = {
      name: "Bárbara Núñez",
      email: `barbara.nunez.${n}@example.com`,
      phone: "+54 11 5555-0134",
      company: "Librería del Sur",
      country: "Argentina",
      tags: ["mayorista", "pago anual"],
      custom_fields: { plan: "oro", clientes: 42 },
    };
    return request("createContact", n, data, { body: JSON.stringify(body) });
  },
};

const list: Kind = {
  name: `list of ${pageSize}`,
  request: (n, data) => request("listContacts", n, data, { query: `?limit=${pageSize}` }),
};

const get: Kind = {
  name: "get",
  request: (n, data) => request("getContact", n, data, { id: pick(data.contacts, n) }),
};

/** What is measured. Creations come first, as the others need contacts. */
export const kinds = [create, list, get];

/** How many keys this many requests need, so that none uses up its window. */
export const keysFor = (requests: number) => Math.ceil(requests / (limits.requestsPerWindow / 2));

function request(
  operation: OperationId,
  n: number,
  { keys }: Data,
  { id = "", query = "", body }: { id?: string; query?: string; body?: string },
): BenchRequest {
  const { method, path } = operations[operation];
  return {
    method: method.toUpperCase() as BenchRequest["method"],
    path: path.replace("{id}", id) + query,
    headers: {
      Authorization: `Bearer ${pick(keys, n)}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function pick(texts: string[], n: number): string {
  const text = texts[n % texts.length];
  if (text === undefined) throw new Error("There is nothing to pick from.");
  return text;
}
