import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/**
 * Waits until a program listens on a port.
 * @returns false when the program ends before
 */
export async function listens(
  program: ChildProcess,
  host: string,
  port: number,
): Promise<boolean> {
  while (program.exitCode === null && program.signalCode === null) {
    const socket = connect(port, host);
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
    await setTimeout(100);
  }
  return false;
}
