import { Counter, Gauge, type Registry } from "prom-client";

/** A metric whose values are read at each scrape. */
interface Report {
  name: string;
  help: string;
  labelNames?: string[];
  read: () => Values | Promise<Values>;
}

/** One value, or one for each combination of labels. */
type Values = number | [labels: Record<string, string>, value: number][];

const inPairs = (values: Values) => (typeof values === "number" ? [[{}, values] as const] : values);

export function reportGauge(registry: Registry, { read, ...options }: Report): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      for (const [labels, value] of inPairs(await read())) this.set(labels, value);
    },
  });
}

/** `read` tells what was counted since the start. */
export function reportCounter(registry: Registry, { read, ...options }: Report): void {
  new Counter({
    ...options,
    registers: [registry],
    async collect() {
      const values = inPairs(await read());
      this.reset();
      for (const [labels, value] of values) this.inc(labels, value);
    },
  });
}
