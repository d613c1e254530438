import { execFileSync, spawnSync } from "node:child_process";

/** False on a machine without git, which a user of Node and npm need not have. */
export const hasGit = spawnSync("git", ["--version"]).status === 0;

const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];

/** Runs git in a folder, as somebody. Returns what it writes. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", [...author, ...args], {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
