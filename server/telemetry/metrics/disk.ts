import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";

/** Reports the room that the embedded database has on its disk; NaN when the folder cannot be read. */
export function reportDisk(registry: Registry, folder: string): void {
  new Gauge({
    name: "contacts_api_data_free_bytes",
    help: "Free bytes on the disk of DATA_DIR, which the embedded database can use",
    registers: [registry],
    async collect() {
      const free = await statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => NaN,
      );
      this.set(free);
    },
  });
}
