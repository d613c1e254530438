import { join } from "node:path";
import { command } from "../command.ts";
import type { Tool } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

/** A client in C#. It is generated everywhere, and compiled where the machine has `dotnet`. No program uses it yet. */
export const csharpTools: Tool[] = [
  {
    name: "openapi-generator csharp",
    needs: ["java", "mvn"],
    ...openapiGenerator("csharp", ["packageName=Contacts"]),
    compile: ({ folder }) => command("dotnet", ["build", join(folder, "client/src/Contacts"), "--nologo"]),
  },
];
