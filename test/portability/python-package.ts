import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { maven, python, pythonBin, reach } from "./install.ts";
import { callerOf } from "./languages.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import type { Check } from "./tool.ts";

/** The description of the wheel; the generated one names no owner and has no README. */
const projectOf = (version: string) => `[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "contacts-client"
version = "${version}"
description = "A client of the Contacts API"
readme = "README.md"
license = "MIT"
requires-python = ">=3.10"
dynamic = ["dependencies"]

[tool.setuptools]
packages.find.include = ["contacts_client*"]
package-data.contacts_client = ["py.typed"]

[tool.setuptools.dynamic]
dependencies = { file = ["requirements.txt"] }
`;

export const pythonWheel: Check = async (trial) => {
  await maven();
  await python();
  const { folder, codegen } = trial;
  const version = await versionWith(".dev0");
  const file = `contacts_client-${version}-py3-none-any.whl`;
  const readme = readmeOf("python", { file });
  const names = `projectName=contacts-client,packageVersion=${version}`;
  const options = [
    "--package-name",
    "contacts_client",
    "--additional-properties",
    names,
  ];
  await openapiGenerator("python", folder, codegen, ...options);
  const source = join(folder, "client");
  for (const name of ["setup.py", "setup.cfg"]) rmSync(join(source, name));
  writeFileSync(join(source, "pyproject.toml"), projectOf(version));
  writeFileSync(join(source, "README.md"), readme);
  copyFileSync(licence, join(source, "LICENSE"));
  removePackages(".whl");
  await command(
    pythonBin("pip"),
    [
      "wheel",
      "--quiet",
      "--no-deps",
      "--no-build-isolation",
      "--wheel-dir",
      packagesFolder,
      "./client",
    ],
    { cwd: folder, env: { SOURCE_DATE_EPOCH: sourceDate } },
  );

  await command("python3", ["-m", "venv", "venv"], { cwd: folder });
  const pip = join(folder, "venv/bin/pip");
  await reach(pip, ["install", "--quiet", join(packagesFolder, file)]);
  const interpreter = join(folder, "venv/bin/python");
  writeFileSync(join(folder, "readme.py"), codeIn(readme, "python"));
  await runReadme(trial, interpreter, "readme.py");
  const caller = readFileSync(callerOf("python.py"), "utf8");
  writeFileSync(
    join(folder, "caller.py"),
    caller.replaceAll("openapi_client", "contacts_client"),
  );
  await makeCalls(trial, [interpreter, "caller.py"]);
};
