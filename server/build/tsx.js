import { requireNode, requirePackages } from "./requirements.js";

// What every command in TypeScript is started with: `node --import ./server/build/tsx.js FILE`.
requireNode();
requirePackages();
await import("tsx");
