// @ts-nocheck contacts-client is installed where this runs
import { program } from "./program.mjs";

const [baseUrl, apiKey] = globalThis.Deno?.args ?? globalThis.process.argv.slice(2);
console.log(await program(baseUrl, apiKey));
