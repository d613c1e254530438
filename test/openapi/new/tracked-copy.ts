import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll } from "vitest";
import type { Ended } from "../../support/process.ts";
import { copyRepository, type Copy } from "../copy.ts";

/** A copy of the whole repository, as a repository of git, in which `npm run new` writes. */
export interface TrackedCopy extends Copy {
  /** Runs `npm run new -- resource` with these arguments. */
  scaffold: (...args: string[]) => Promise<Ended>;
  git: (...args: string[]) => string;
  /**
   * Commits, and returns the files that were edited since the last call, without those that
   * commands write.
   */
  edited: () => string[];
  /** Returns the messages of lint in the copy, each as often as a person sees it. */
  lint: () => Promise<string[]>;
}

/** Copies the files that git lists, until the tests of the file have ended. */
export function copyTracked(): TrackedCopy {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const tracked = execFileSync("git", listed, { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter(existsSync);
  const copy = copyRepository(tracked, afterAll);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: copy.folder, encoding: "utf8" });

  const edited = () => {
    git("add", "--all");
    const files = git(
      "diff",
      "--cached",
      "--name-only",
      "--",
      ":!generated",
    ).trim();
    const author = [
      "-c",
      "user.name=test",
      "-c",
      "user.email=test@example.com",
    ];
    git(...author, "commit", "--allow-empty", "--quiet", "--message", "step");
    return files.split("\n").filter(Boolean);
  };
  git("init", "--quiet");
  edited();

  const lint = async () => {
    const { stderr } = await copy.run("openapi/lint/main.ts");
    const messages = stderr.matchAll(
      /^openapi\/openapi\.yaml:\d+:\d+ error \S+: (.*)$/gm,
    );
    return [...messages].map(([, message = ""]) => message);
  };
  return {
    ...copy,
    scaffold: (...args) => copy.run("openapi/new/main.ts", "resource", ...args),
    git,
    edited,
    lint,
  };
}
