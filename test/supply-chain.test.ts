import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };

interface Locked {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(([place]) => place !== "");
const direct = { ...packageFile.dependencies, ...packageFile.devDependencies };

test("every dependency is pinned exactly", () => {
  expect(
    Object.entries(direct).filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(version)),
  ).toEqual([]);
});

test("every package of the lock file has the hash of what is installed", () => {
  expect(
    installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([place]) => place),
  ).toEqual([]);
});

test("the server needs no install script", () => {
  const scripts = installed.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
  expect(scripts.map(([place]) => place)).toEqual([]);
});

test("of what develops it only esbuild has one, and works without it", () => {
  const names = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.replace(/.*node_modules\//, ""));
  expect([...new Set(names)].sort()).toEqual(["esbuild"]);
});

describe("CONTRIBUTING.md gives a reason for every dependency", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const section = text.slice(text.indexOf("## Dependencies"));
  const reasons = new Map(
    [...section.matchAll(/^- `([^`]+)`: (\S.*)$/gm)].map(([, name = "", reason = ""]) => [name, reason]),
  );
  test("and for no other; types have one row", () => {
    const rows = Object.keys(direct).map((name) => name.replace(/^@types\/.*/, "@types/*"));
    expect([...reasons.keys()].sort()).toEqual([...new Set(rows)].sort());
  });
});
