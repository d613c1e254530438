import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "./command.ts";
import { go, goEnv, goModule, python, pythonBin } from "./install.ts";
import type { Check, Trial } from "./tool.ts";

// Programs that were written for a client of contract 1.2.0. They must compile with that client,
// and with a client that is generated from today's contract.

const inRepository = (path: string) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
const released = inRepository("openapi/released/1.2.0/openapi.json");
const programOf = (file: string) =>
  inRepository(`test/portability/programs/${file}`);

/** Compiles a program with a client of each contract, each in an empty folder. */
const withBothContracts =
  (compile: (folder: string, contract: string) => Promise<unknown>) =>
  async ({ folder, contract }: Trial) => {
    for (const [name, file] of Object.entries({ released, today: contract })) {
      const own = join(folder, name);
      mkdirSync(own);
      await compile(own, file);
    }
  };

const compileGo = async (folder: string, contract: string) => {
  const options = { cwd: folder, env: goEnv };
  for (const name of ["go.mod", "go.sum"])
    copyFileSync(join(goModule, name), join(folder, name));
  copyFileSync(programOf("consumer.go"), join(folder, "main.go"));
  mkdirSync(join(folder, "contacts"));
  await command(
    join(goEnv.GOBIN, "oapi-codegen"),
    [
      ...["-generate", "types,client,skip-prune"],
      ...["-package", "contacts", "-o", "contacts/client.go", contract],
    ],
    options,
  );
  await command("go", ["vet", "./..."], options);
};

const compilePython = async (folder: string, contract: string) => {
  await command(
    pythonBin("openapi-python-client"),
    [
      ...["generate", "--path", contract, "--meta", "none"],
      ...["--output-path", join(folder, "contacts_client")],
    ],
    { cwd: folder },
  );
  copyFileSync(programOf("consumer.py"), join(folder, "consumer.py"));
  await command(pythonBin("mypy"), ["--strict", "consumer.py"], {
    cwd: folder,
  });
};

export const consumers: Record<string, Check> = {
  "caller of 1.2.0: oapi-codegen": async (trial) => {
    await go();
    await withBothContracts(compileGo)(trial);
  },
  "caller of 1.2.0: openapi-python-client": async (trial) => {
    await python();
    await withBothContracts(compilePython)(trial);
  },
};
