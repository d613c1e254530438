import { tsImport } from "tsx/esm/api";

// Redocly loads plugins as JavaScript; the rules are TypeScript.
const { default: plugin } = await tsImport("./plugin.ts", import.meta.url);

export default plugin;
