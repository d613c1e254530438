import type { Finding } from "./finding.ts";

/** The versions of the two contracts, and the one that the findings ask for. */
export interface Versions {
  base: string;
  head: string;
  needed: string;
  enough: boolean;
}

/**
 * What `info.version` has to be: a new major version for a break, approved or not, a minor one for an addition and for a
 * break that closes a hole. Below 1.0.0 a break asks for a minor version. Undefined when a version is not three numbers.
 */
export function versionsFor(
  findings: Finding[],
  security: Finding[],
  base = "",
  head = "",
): Versions | undefined {
  const from = numbers(base);
  const to = numbers(head);
  if (!from || !to) return undefined;
  const [major, minor] = from;
  const breaks = findings.some((finding) => finding.is === "breaking" && !security.includes(finding));
  const compatible: Numbers = findings.length > 0 ? [major, minor + 1, 0] : from;
  const needed: Numbers = breaks && major > 0 ? [major + 1, 0, 0] : compatible;
  return { base, head, needed: needed.join("."), enough: isAtLeast(to, needed) };
}

type Numbers = [major: number, minor: number, patch: number];

function numbers(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function isAtLeast(version: Numbers, needed: Numbers): boolean {
  const index = version.findIndex((number, i) => number !== needed[i]);
  return index === -1 || (version[index] ?? 0) > (needed[index] ?? 0);
}
