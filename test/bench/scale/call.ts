import { operations, type OperationId } from "../../../generated/operations.ts";
import type { BenchRequest } from "../requests.ts";
import type { Data } from "./data.ts";

/** A kind of call; `request` gives the n-th of all. */
export interface Call {
  name: string;
  operation: OperationId;
  request: (n: number, data: Data) => BenchRequest;
}

/** What a request has besides its operation. */
interface Parts {
  /** Members of the path. */
  id?: string;
  deliveryId?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}

/** A kind of call, made from the contract's operation. */
export function call(
  name: string,
  operation: OperationId,
  parts: (n: number, data: Data) => Parts = () => ({}),
): Call {
  const { method, path } = operations[operation];
  const request: Call["request"] = (n, data) => {
    const { id = "", deliveryId = "", query, headers, body } = parts(n, data);
    const place = path.replace("{id}", id).replace("{delivery_id}", deliveryId);
    return {
      method: method.toUpperCase() as BenchRequest["method"],
      path: place + (query ? `?${new URLSearchParams(query).toString()}` : ""),
      headers: {
        Authorization: `Bearer ${pick(data.keys, n)}`,
        ...(body && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  };
  return { name, operation, request };
}

/** The n-th of some texts, over and over. */
export function pick(texts: string[], n: number): string {
  const text = texts[n % texts.length];
  if (text === undefined) throw new Error("There is nothing to pick from.");
  return text;
}
