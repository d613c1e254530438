/**
 * Compares many pairs of contracts in one process, which starts Redocly's command line anew for each. Its arguments: a
 * folder with `0-before.yaml`, `0-after.yaml`, `1-before.yaml` …, how many pairs, the config.
 */
const [, , folder = "", count = "0", config = ""] = process.argv;
const commandLine = import.meta.resolve("@redocly/cli/bin/cli.js").replace("bin/cli.js", "lib/index.js");
let next = 0;

process.exit = /** @type {typeof process.exit} */ (() => undefined);
process.on("beforeExit", () => void compareNext());
process.env["REDOCLY_TELEMETRY"] = "off";
await compareNext();

async function compareNext() {
  if (next === Number(count)) return;
  const pair = next++;
  process.argv.splice(
    2,
    Infinity,
    "diff",
    `${folder}/${pair}-before.yaml`,
    `${folder}/${pair}-after.yaml`,
    "--config",
    config,
    "--format=json",
    "--fail-on=none",
    `--output=${folder}/${pair}.json`,
  );
  await import(`${commandLine}?pair=${pair}`);
}
