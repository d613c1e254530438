/**
 * Lints the contract by Redocly's command line, without what it prints about itself: boxes about Node and updates, and
 * the advice to put faults into a file that hides them. In JavaScript, because a loader of TypeScript makes each lint half a
 * second slower.
 */
const notice = /^\s*[╔║╚].*\n?|^run `redocly lint --generate-ignore-file`.*\n?/gm;

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  /** @param {string | Uint8Array} chunk */
  stream.write = (chunk) => write(typeof chunk === "string" ? chunk.replace(notice, "") : chunk);
}
Object.assign(process.env, { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" });
process.argv.splice(2, 0, "lint", "contract");
await import(import.meta.resolve("@redocly/cli/bin/cli.js"));
