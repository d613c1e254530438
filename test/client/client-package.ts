import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../../client/build/pack-client.ts";
import { madeOnce } from "../support/made-once.ts";
import { compilers } from "./runtimes.ts";

/** A project of a consumer who has installed the package, and nothing else. */
export interface Consumer {
  folder: string;
  tarball: string;
  /** Where the package is installed. */
  installed: string;
  /** Writes a file of the project and gives its path. */
  write: (name: string, content: string) => string;
  /** What a compiler says of files of the project: nothing when all is right. */
  compile: (files: string[], options: string, compiler?: string) => Promise<string>;
  remove: () => void;
}

/** Packs the client and unpacks it where an installation would put it. */
export async function installClient(): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-consumer-"));
  const tarball = await madeOnce("contacts-client.tgz", packClient);
  const installed = join(folder, "node_modules/contacts-client");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  mkdirSync(join(folder, "node_modules/@types"));
  symlinkSync(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  symlinkSync(resolve("node_modules/undici-types"), join(folder, "node_modules/undici-types"));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const compile: Consumer["compile"] = async (files, options, compiler = compilers[0] ?? "") => {
    const always = ["--noEmit", "--strict", "--target", "es2022", "--types", "node"];
    const args = [compiler, ...always, ...options.split(" "), ...files];
    const said = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return said.stdout + said.stderr;
  };
  write("package.json", '{ "type": "module" }');
  return { folder, tarball, installed, write, compile, remove: () => rmSync(folder, { recursive: true }) };
}
