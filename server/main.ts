import { requireNode } from "./build/requirements.js";

// An older Node ends with a stack trace as soon as it reads an import of something that it does not
// have.
requireNode();
const { serve } = await import("./boot/serve.ts");
await serve(process.argv.slice(2));
