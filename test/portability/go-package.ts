import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagesFolder } from "../../openapi/docs/downloads.ts";
import {
  codeIn,
  licence,
  readmeOf,
  removePackages,
  runReadme,
  sourceDate,
  versionWith,
} from "./built-package.ts";
import { makeCalls } from "./calls.ts";
import { command } from "./command.ts";
import { go, goEnv, reach, versions } from "./install.ts";
import { callerOf, generateGo } from "./languages.ts";
import type { Check } from "./tool.ts";

const goModulePath = "contacts.example/contacts";

export const goPackage: Check = async (trial) => {
  await go();
  const { folder, codegen } = trial;
  const version = await versionWith("-dev");
  const name = `contacts-go-${version}`;
  const file = `${name}.tar.gz`;
  const names = { file, folder: name, module: goModulePath, version };
  const readme = readmeOf("go", names);
  const source = join(folder, name);
  const options = { cwd: source, env: goEnv };
  mkdirSync(source);
  await generateGo(source, codegen, "contacts.go");
  writeFileSync(join(source, "README.md"), readme);
  copyFileSync(licence, join(source, "LICENSE"));
  const required = Object.entries(versions.go).filter(
    ([path]) => !path.includes("/oapi-codegen/v2"),
  );
  const lines = required.map((each) => `require ${each.join(" ")}\n`);
  writeFileSync(
    join(source, "go.mod"),
    `module ${goModulePath}\n\ngo 1.26\n\n${lines.join("")}`,
  );
  await reach("go", ["mod", "tidy"], options);
  await command("go", ["vet", "./..."], options);
  removePackages(".tar.gz");
  await command("tar", [
    "--sort=name",
    `--mtime=@${sourceDate}`,
    "--mode=go=rX,u+rw",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--use-compress-program=gzip -n",
    "-C",
    folder,
    "-cf",
    join(packagesFolder, file),
    name,
  ]);

  const built = join(folder, "caller");
  const inBuilt = { cwd: built, env: goEnv };
  mkdirSync(join(built, "readme"), { recursive: true });
  copyFileSync(join(packagesFolder, file), join(built, file));
  writeFileSync(join(built, "go.mod"), "module portability\n\ngo 1.26\n");
  await command("sh", ["-e", "-c", codeIn(readme, "sh")], inBuilt);
  writeFileSync(join(built, "readme/main.go"), codeIn(readme, "go"));
  copyFileSync(callerOf("oapi-codegen.go"), join(built, "main.go"));
  await reach("go", ["mod", "tidy"], inBuilt);
  await command("go", ["build", "-o", "programs/", "./..."], inBuilt);
  await runReadme(trial, join(built, "programs/readme"));
  await makeCalls(trial, [join(built, "programs/portability")]);
};
