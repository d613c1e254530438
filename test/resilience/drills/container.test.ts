import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../../openapi/mock/main.ts";
import { build } from "../../support/built.ts";
import { emptyStore } from "../../support/store.ts";
import { makeKeys } from "../service.ts";

const containerfile = readFileSync("Containerfile", "utf8").replaceAll("\\\n", "");
/** A command of the Containerfile, in its exec form. */
const commandOf = (name: string) =>
  JSON.parse(new RegExp(`^${name}.*?(\\[.*\\])$`, "m").exec(containerfile)?.[1] ?? "[]") as string[];
const environment = Object.fromEntries(
  (/^ENV (.*)$/m.exec(containerfile)?.[1] ?? "").split(" ").map((pair) => pair.split("=")),
) as Record<string, string>;

const canRun = spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;

/** Bubblewrap's options for a container of the built server with these settings; the embedded database is at /data. */
function container({ DATA_DIR, ...settings }: NodeJS.ProcessEnv): string[] {
  const system = ["/usr", "/lib", "/lib64", "/bin", "/etc"].filter((folder) => existsSync(folder));
  const variables = { PATH: "/usr/bin:/bin", ...environment, ...settings };
  return [
    ...["--unshare-all", "--share-net", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"],
    ...["--as-pid-1", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--clearenv"],
    ...system.flatMap((folder) => ["--ro-bind", folder, folder]),
    ...["--ro-bind", resolve("dist"), "/app", ...(DATA_DIR ? ["--bind", DATA_DIR, "/data"] : [])],
    ...["--remount-ro", "/", "--chdir", "/app"],
    ...Object.entries(variables).flatMap(([name, value = ""]) => ["--setenv", name, value]),
    "--",
  ];
}

/** The children of a process, zombies too. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");

// What the Containerfile says is run as a container runtime would run it: as another user, in namespaces of its own, with a
// root that can only be read, and Node as process 1. Only the base is this machine's.
describe.skipIf(!canRun)("in a container", { timeout: 180_000 }, () => {
  beforeAll(build);

  test("Node is process 1, writes nothing, is healthy, drains at SIGTERM, and ends with 0", async () => {
    const made = await emptyStore();
    const [key = ""] = await makeKeys(made, 1);
    const settings = { ...made, PORT: String(await reservePort(0)), HOST: "127.0.0.1", DRAIN_SECONDS: "1" };
    const options = container(settings);
    const bwrap = spawn("bwrap", [...options, ...commandOf("ENTRYPOINT")]);
    onTestFinished(() => void bwrap.kill("SIGKILL"));
    let output = "";
    const started = new Promise<string>((done) => {
      for (const stream of [bwrap.stdout, bwrap.stderr])
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString();
          const [, address] = /Contacts API +(\S+)/.exec(output) ?? [];
          if (address !== undefined) done(address);
        });
      bwrap.once("close", () => done(output));
    });
    const address = await started;
    expect(address).toMatch(/^http:/);
    const [node = ""] = childrenOf(bwrap.pid ?? 0);
    const status = readFileSync(`/proc/${node}/status`, "utf8");
    expect(status).toMatch(/^Name:\s(node|MainThread)$/m);
    expect(status).toMatch(/^NSpid:\s\d+\s1$/m);
    expect(status).toMatch(/^CapEff:\s0+$/m);

    const inside = (...command: string[]) => spawnSync("bwrap", [...options, ...command]).status;
    expect(inside(...commandOf("HEALTHCHECK"))).toBe(0);
    expect(inside("touch", "/app/x")).not.toBe(0);
    expect(inside("touch", "/tmp/x")).not.toBe(0);
    const create = await fetch(`${address}/v1/contacts`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Ana", email: "ana@example.com" }),
    });
    expect(create.status).toBe(201);
    expect(childrenOf(Number(node))).toEqual([""]);

    process.kill(Number(node), "SIGTERM");
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 50 }).toBe(503);
    const [code] = await once(bwrap, "close");
    expect([code, output]).toEqual([0, expect.stringContaining("shutting down")]);
    expect(inside(...commandOf("HEALTHCHECK"))).toBe(1);
  });
});
