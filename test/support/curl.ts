import { spawnSync } from "node:child_process";

/** False on a machine without curl, such as a slim image. */
export const hasCurl = spawnSync("curl", ["--version"]).status === 0;
