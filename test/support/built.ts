import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleServer } from "../../server/build/bundle-server.js";
import { madeOnce } from "./made-once.ts";

/** The server and its command line as plain JavaScript, beside the contract and packages of this repository. They start in a fourth of the time of TypeScript. */
export const builtServer = (): Promise<string> =>
  madeOnce("server", async (folder) => {
    mkdirSync(join(folder, "server/boot/demo"), { recursive: true });
    for (const name of ["openapi", "generated", "node_modules", "package.json", "server/boot/demo/data"])
      symlinkSync(resolve(name), join(folder, name));
    await bundleServer(folder);
  });

/** Builds `generated/docs/` and `dist/`, for a file that reads them. */
export const build = (): Promise<string> =>
  madeOnce("build", (path) => {
    execFileSync("npm", ["run", "-s", "build"], { stdio: ["ignore", "ignore", "inherit"] });
    writeFileSync(path, "");
  });
