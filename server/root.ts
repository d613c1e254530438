/**
 * What `openapi/` and `generated/` are in: the repository, or the folder that the server was built into. Both have
 * `server/` beside them, and the built code lies in `server/` itself, as this file does.
 */
export const root = new URL("../", import.meta.url);
