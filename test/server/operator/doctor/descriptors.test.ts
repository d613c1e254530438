import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import type { Check } from "../../../../server/operator/doctor/check.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { nodeArguments } from "../../../support/process.ts";

/** Runs the doctor in a process that may open so many files, and returns what it says about them. */
async function doctorWith(limit: number) {
  const doctor = nodeArguments("server/operator/main.ts");
  const args = [process.execPath, ...doctor, "operator", "doctor", "--json"];
  const env = {
    ...process.env,
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: "",
    REDIS_URL: "",
  };
  const output = await new Promise<string>((resolve) => {
    const withLimit = ["-c", `ulimit -n ${limit}; exec "$@"`, "sh", ...args];
    execFile("sh", withLimit, { env }, (_error, stdout) => resolve(stdout));
  });
  const { healthy, checks } = JSON.parse(output) as {
    healthy: boolean;
    checks: Check[];
  };
  const check = checks.find(({ name }) => name === "descriptors");
  return { healthy, check };
}

test.each([
  { limit: 8192, state: "ok" },
  { limit: 8191, state: "warning" },
  { limit: 1024, state: "warning" },
  { limit: 1023, state: "error" },
])(
  "a process that may open $limit files: the doctor says $state",
  async ({ limit, state }) => {
    const { healthy, check } = await doctorWith(limit);
    expect(healthy).toBe(state !== "error");
    expect(check).toEqual({
      name: "descriptors",
      state,
      found: `this process may open ${limit} files and sockets; half are for connections of callers`,
      ...(state !== "ok" && {
        hint: "Raise it: LimitNOFILE=65536 in systemd, or ulimit -n 65536.",
      }),
    });
  },
);
