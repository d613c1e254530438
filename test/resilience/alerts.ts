import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../support/folder.ts";

const file = "server/deploy/prometheus/alerts.yaml";

/** An alert of `alerts.yaml`. */
export interface Alert {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export const alerts = (
  parse(readFileSync(file, "utf8")) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

/** True when Prometheus's own checker is here. */
export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** The result of a scrape: name and labels of a line → its value; and the names of the counters. */
export interface Scrape {
  samples: Map<string, number>;
  counters: Set<string>;
}

/** Scrapes as Prometheus does: `up` is 0 when there is no response in time. */
export async function scrape(
  address: string,
  timeout = 10_000,
): Promise<Scrape> {
  const options = {
    signal: AbortSignal.timeout(timeout),
    headers: { Connection: "close" },
  };
  const text = await fetch(address, options).then(
    (response) => response.text(),
    () => undefined,
  );
  const samples = new Map([["up", text === undefined ? 0 : 1]]);
  for (const [, name = "", value] of (text ?? "").matchAll(
    /^([^#\s]\S*) (\S+)$/gm,
  ))
    samples.set(name, Number(value));
  const counters = [
    ...(text ?? "").matchAll(/^# TYPE (\S+) (counter|histogram)$/gm),
  ].flatMap(([, name = "", type]) =>
    type === "counter"
      ? [name]
      : ["bucket", "sum", "count"].map((of) => `${name}_${of}`),
  );
  return { samples, counters: new Set(counters) };
}

/** The metrics that an expression of Prometheus or Grafana reads. */
export const metricsIn = (expression: string): string[] =>
  expression
    .replaceAll(/"[^"]*"/g, "")
    .match(/\b(?:contacts_api|nodejs|process)_\w+|\bup\b/g) ?? [];

/** The scrapes before a fault, during the fault, and after it. */
export interface Scrapes {
  before: Scrape;
  during: Scrape;
  after: Scrape;
}

const moments = ["before", "during", "after"] as const;
/** For how many minutes each moment is taken to last. */
const minutes = { before: 10, during: 20, after: 100 };

/**
 * Lets Prometheus's own rule engine judge what was scraped, as if each of the three moments had
 * lasted some minutes: counters rise in even steps from one to the next.
 * @returns what promtool prints; empty when the alert was silent before, fired during the fault,
 *   and ended after it
 */
export async function judge(
  { alert, expr, labels, annotations }: Alert,
  scrapes: Scrapes,
  labelsOfSeries: object,
): Promise<string> {
  const names = new Set(
    moments.flatMap((moment) => [...scrapes[moment].samples.keys()]),
  );
  const used = [...names].filter((name) =>
    metricsIn(expr).includes(name.replace(/\{.*/, "")),
  );
  const series = used.map((name) => ({
    series: withTarget(name),
    values: values(name, scrapes),
  }));
  const { before, during, after } = minutes;
  const at = (minute: number, expected: object[]) => ({
    eval_time: `${minute - 1}m`,
    alertname: alert,
    exp_alerts: expected,
  });
  const fires = {
    exp_labels: { ...labels, ...labelsOfSeries },
    exp_annotations: annotations,
  };
  const folder = temporaryFolder();
  const test = {
    rule_files: [resolve(file)],
    evaluation_interval: "15s",
    tests: [
      {
        interval: "15s",
        input_series: series,
        alert_rule_test: [
          at(before, []),
          at(before + during, [fires]),
          at(before + during + after, []),
        ],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(join(folder, "test.yaml"), JSON.stringify(test));
  return new Promise<string>((done) => {
    execFile(
      "promtool",
      ["test", "rules", join(folder, "test.yaml")],
      (error, stdout, stderr) => done(error ? stdout + stderr : ""),
    );
  });
}

/** The labels that Prometheus adds to what it scrapes. */
export const target = { job: "contacts-api", instance: "a" };

function withTarget(name: string): string {
  const labels = Object.entries(target).map(
    ([label, value]) => `${label}="${value}"`,
  );
  const [, metric = "", given = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(name) ?? [];
  return `${metric}{${[...labels, ...(given ? [given] : [])].join(",")}}`;
}

/** The samples of a series in promtool's notation, four a minute. */
function values(name: string, scrapes: Scrapes): string {
  const isCounter = moments.some((moment) =>
    scrapes[moment].counters.has(name.replace(/\{.*/, "")),
  );
  let last: number | undefined;
  return moments
    .map((moment) => {
      const count = minutes[moment] * 4;
      const value = scrapes[moment].samples.get(name);
      if (value === undefined || Number.isNaN(value)) return `_x${count}`;
      // A counter that was not there before begins with what it has counted: its rise up to then is
      // not seen.
      const from = isCounter ? Math.min(last ?? value, value) : value;
      last = value;
      return `${from}+${(value - from) / (count - 1)}x${count - 1}`;
    })
    .join(" ");
}
