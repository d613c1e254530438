import { lockFolder } from "../../../server/store/folder-lock.ts";

/** Takes the lock of a folder, says so, and keeps it until standard input ends. */
try {
  lockFolder(process.argv[2] ?? "");
  console.log("held");
  process.stdin.resume();
} catch (error) {
  console.log("refused", error instanceof Error ? error.message : error);
}
