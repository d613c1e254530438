import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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

test("only esbuild, which is no part of the server, has an install script, and it works without it", () => {
  const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripts.map(([place, { dev }]) => `${place.replace(/.*node_modules\//, "")} dev: ${dev}`);
  expect([...new Set(names)]).toEqual(["esbuild dev: true"]);
});

test("CONTRIBUTING.md gives a reason for every dependency, and for no other; types have one row", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const section = text.slice(text.indexOf("## Dependencies"));
  const rows = [...section.matchAll(/^- `([^`]+)`: \S.*$/gm)].map(([, name]) => name);
  const names = Object.keys(direct).map((name) => name.replace(/^@types\/.*/, "@types/*"));
  expect(rows.sort()).toEqual([...new Set(names)].sort());
});
