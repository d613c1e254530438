import type { Located } from "../model/contract.ts";
import type { Problem } from "./check.ts";

/** A response that differs from the contract, with the request that shows it again. */
export interface Finding {
  operation: string;
  kind:
    | Problem["kind"]
    /** The contract allows the request, and the server does not. */
    | "refused"
    /** The server accepts a request that the contract does not allow. */
    | "accepted"
    /** The server needs no key, or finds an object that does not exist. */
    | "access"
    /** The server fails at the request, e.g. with a 500. */
    | "failure"
    /** The server returns more elements than the request asked for. */
    | "limit"
    | "no response";
  problem: string;
  /** A command of curl, with `$KEY` in the place of the key. */
  request: string;
}

/** The result of a run. `--json` prints it. */
export interface Report {
  /** The number of requests that were sent. */
  requests: number;
  findings: Finding[];
  /** Operations whose success was not tried, and the reason. */
  notTried: { operation: string; why: string }[];
  /** Paths of created objects that the run could not delete. */
  left: string[];
  /** True when operations refused the key with 401 or 403, and none accepted it. */
  isKeyRefused: boolean;
}

/** Returns the name of an operation in a report: `GET /books/{id}`. */
export const nameOf = ({ method, path }: Located): string =>
  `${method.toUpperCase()} ${path}`;

/** Returns the report as text for people. */
export function textOf(report: Report): string {
  const { requests, findings, notTried, left, isKeyRefused } = report;
  const lines: string[] = [];
  for (const { operation, kind, problem, request } of findings)
    lines.push(`${operation}  (${kind})\n  ${problem}\n  ${request}\n`);
  for (const { operation, why } of notTried)
    lines.push(`not tried: ${operation}: ${why}`);
  for (const path of left) lines.push(`left on the server: ${path}`);
  if (isKeyRefused) lines.push("No operation accepts the key.");
  const noun = findings.length === 1 ? "finding" : "findings";
  lines.push(
    `${requests} requests: ${findings.length} ${noun}, ${notTried.length} not tried.`,
  );
  return lines.join("\n");
}
