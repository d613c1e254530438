import { Counter, Gauge, type Registry } from "prom-client";

/** A metric whose values are read at each scrape. */
interface Report {
  name: string;
  help: string;
  labelNames?: string[];
  /** Reads the values: of a counter, those since the start. */
  read: () => Values | Promise<Values>;
}

/** A value, or one for each combination of labels. */
type Values = number | [labels: Record<string, string>, value: number][];

const reportAs =
  (Metric: typeof Counter | typeof Gauge) =>
  (registry: Registry, { read, ...options }: Report): void => {
    new Metric({
      ...options,
      registers: [registry],
      async collect() {
        const values = await read();
        this.reset();
        for (const [labels, value] of typeof values === "number"
          ? [[{}, values] as const]
          : values)
          this.inc(labels, value);
      },
    });
  };

export const reportGauge = reportAs(Gauge);
export const reportCounter = reportAs(Counter);
