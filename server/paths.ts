/**
 * The folder that contains `openapi/`, `generated/` and `server/`: the repository, or the folder that the server was built
 * into. The built code is in `server/` itself, as this file is.
 */
export const root = new URL("../", import.meta.url);
