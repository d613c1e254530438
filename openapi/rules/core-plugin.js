import { tsImport } from "tsx/esm/api";

// Redocly loads plugins as JavaScript; the rules are TypeScript.
const { corePlugin } = await tsImport("./core-plugin.ts", import.meta.url);

export default () => corePlugin;
