import { execFileSync } from "node:child_process";

/** Builds `generated/docs/` and `dist/` once for all files that read them. */
export default function build(): void {
  execFileSync("npm", ["run", "-s", "build"], { stdio: ["ignore", "ignore", "inherit"] });
}
