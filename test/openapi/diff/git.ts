import { execFileSync } from "node:child_process";

/** Runs git in a folder, as somebody. */
export const git = (cwd: string, ...args: string[]): Buffer =>
  execFileSync(
    "git",
    ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args],
    { cwd },
  );
