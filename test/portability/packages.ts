import { goPackage } from "./go-package.ts";
import { javaJar } from "./java-package.ts";
import { pythonWheel } from "./python-package.ts";
import type { Check } from "./tool.ts";

/**
 * The clients in other languages that a release publishes. Each is built into `generated/packages/`,
 * installed from that file as its README says, and run against the server: the program of its README,
 * and that of `callers/`.
 */
export const packages: Record<string, Check> = {
  "package: Java jar": javaJar,
  "package: Python wheel": pythonWheel,
  "package: Go module": goPackage,
};
