import { fileURLToPath } from "node:url";

/** The path of our contract. */
export const contractFile = fileURLToPath(
  new URL("../openapi.yaml", import.meta.url),
);
