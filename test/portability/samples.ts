import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  sampleCall,
  type SampleCall,
} from "../../openapi/generate/samples/sample-call.ts";
import { asSent } from "../../openapi/generate/samples/sample-parameters.ts";
import { goSample } from "../../openapi/generate/samples/go.ts";
import { pythonSample } from "../../openapi/generate/samples/python.ts";
import {
  resolve,
  type Located,
  type Parameter,
} from "../../openapi/model/contract.ts";
import { prose } from "../../openapi/model/prose.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { sampleCalls, sampleWorld } from "../client/sample-world.ts";
import { command } from "./command.ts";
import { go, goEnv, python, pythonBin, reach, versions } from "./install.ts";
import type { Check, Trial } from "./tool.ts";

const { contract } = await readContract();

/**
 * A sample with all parameters, as it is when a reader has typed them. The size of a page has no
 * example.
 */
function typedCall(located: Located): SampleCall {
  const call = sampleCall(contract, located);
  const query = (located.operation.parameters ?? [])
    .map((each) => resolve<Parameter>(contract, each))
    .filter((each) => each.in === "query" && each.name !== "cursor")
    .flatMap(asSent)
    .map(({ name, example = 2 }): [string, unknown] => [name, example]);
  return { ...call, parameters: { ...call.parameters, query } };
}

const calls = sampleCalls(typedCall);

/**
 * Runs the commands by which the docs generate and install a client of a language, with the
 * versions that are pinned.
 */
const commandsOfDocs =
  (language: string, env: (folder: string) => NodeJS.ProcessEnv) =>
  async ({ folder, world }: Trial) => {
    const [, commands = ""] =
      new RegExp(`^### ${language}\n[^]*?\`\`\`sh\n([^]*?)\`\`\``, "m").exec(
        prose("introduction.md"),
      ) ?? [];
    const pinned = commands.replace(
      "@latest",
      `@${versions.go["github.com/oapi-codegen/oapi-codegen/v2"]}`,
    );
    const options = {
      cwd: folder,
      env: { ...env(folder), CONTACTS_BASE_URL: world.address },
    };
    await reach("sh", ["-e", "-c", pinned], options);
  };

/** Runs the programs of all samples, each of which prints what the server sent: none an error. */
async function runEach(
  env: NodeJS.ProcessEnv,
  folder: string,
  line: (call: SampleCall) => string[],
) {
  for (const call of calls) {
    const [program = "", ...args] = line(call);
    const printed = await command(program, args, { cwd: folder, env });
    if (/^ErrorResponse|^None/.test(printed))
      throw new Error(`${call.id}: ${printed}`);
  }
}

const pythonEnv = (folder: string) => ({
  PATH: `${join(folder, "venv/bin")}:${process.env["PATH"]}`,
  PIP_CONSTRAINT: join(folder, "pinned.txt"),
});

const goCommands = commandsOfDocs("Go", () => goEnv);
const pythonCommands = commandsOfDocs("Python", pythonEnv);

/**
 * The samples of the docs, in each language whose client is generated: by their own commands,
 * checked and run.
 */
export const sampleTools: Record<string, Check> = {
  "openapi-python-client, samples": async (trial) => {
    await python();
    const { folder, world } = trial;
    const pinned = Object.entries(versions.python).map(
      ([name, version]) => `${name}==${version}\n`,
    );
    writeFileSync(join(folder, "pinned.txt"), pinned.join(""));
    await command("python3", ["-m", "venv", join(folder, "venv")]);
    await pythonCommands(trial);
    const { env, here } = await sampleWorld(world, "samples-python");
    const files = calls.map(({ id }) => `${id}.py`);
    for (const call of calls)
      writeFileSync(join(folder, `${call.id}.py`), here(pythonSample(call)));
    const interpreter = join(folder, "venv/bin/python");
    const options = [
      "--strict",
      "--scripts-are-modules",
      "--python-executable",
      interpreter,
    ];
    await command(pythonBin("mypy"), [...options, ...files], { cwd: folder });
    await runEach(env, folder, ({ id }) => [interpreter, `${id}.py`]);
  },
  "oapi-codegen, samples": async (trial) => {
    await go();
    const { folder, world } = trial;
    await goCommands(trial);
    const { env, here } = await sampleWorld(world, "samples-go");
    for (const call of calls) {
      mkdirSync(join(folder, call.id));
      writeFileSync(
        join(folder, call.id, "main.go"),
        `${here(goSample(call))}\n`,
      );
    }
    const options = { cwd: folder, env: goEnv };
    const unformatted = await command(
      "gofmt",
      ["-l", ...calls.map(({ id }) => id)],
      options,
    );
    if (unformatted !== "")
      throw new Error(`gofmt would change ${unformatted}`);
    await command("go", ["vet", "./..."], options);
    await command("go", ["build", "-o", "built/", "./..."], options);
    await runEach(env, folder, ({ id }) => [`built/${id}`]);
  },
};
