import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { fill, workspace } from "./fill-fixture.ts";
import { type Commit, fixtures, releases, type Shown } from "./fixtures.ts";
import {
  operator,
  postgres,
  type Settings,
  sources,
} from "./released-program.ts";

/*
 * Makes the fixtures anew, by the servers of the released commits. Each commit needs a worktree with its packages, whose
 * name is the commit, in one folder:
 *
 *   git worktree add --detach /tmp/releases/588c18b4 588c18b4 && (cd /tmp/releases/588c18b4 && npm ci)
 *   node --import tsx test/server/store/upgrades/make-fixtures.ts /tmp/releases postgres://postgres@127.0.0.1/postgres
 *
 * For each commit a server runs on PostgreSQL, and then on an embedded database. The team makes a key, a token of a website
 * and articles; requests make contacts, conversations, tickets, webhooks with deliveries that succeed and fail, a visitor's
 * session, a creation with an Idempotency-Key, and a contact that is erased. Then all of it is read, and the responses are
 * noted. At last the server stops, the workspace is exported, and the database is dumped or its folder copied.
 */

const work = join(sources, "made");
const folderOf = (store: string, commit: string) => {
  const folder = join(work, store, commit);
  mkdirSync(folder, { recursive: true });
  return folder;
};

function exportWorkspace(
  commit: Commit,
  settings: Settings,
  folder: string,
  shown: Shown,
) {
  const file = join(folder, "export.jsonl");
  operator(commit, settings)("operator", "export", workspace, file);
  writeFileSync(join(folder, "shown.json"), JSON.stringify(shown));
}

async function makePostgresFixture(commit: Commit): Promise<void> {
  const folder = folderOf("postgres", commit);
  const name = `fixture_${commit}`;
  const address = new URL(postgres);
  address.pathname = name;
  const settings = { DATABASE_URL: address.href };
  execFileSync("psql", ["-qc", `create database ${name}`, postgres]);
  try {
    exportWorkspace(commit, settings, folder, await fill(commit, settings));
    const dump = execFileSync("pg_dump", ["--no-owner", address.href], {
      encoding: "utf8",
    });
    // psql of an earlier minor version does not know this command.
    const portable = dump.replaceAll(/^\\(un)?restrict .*\n/gm, "");
    writeFileSync(join(folder, "dump.sql"), portable);
  } finally {
    execFileSync("psql", [
      "-qc",
      `drop database ${name} with (force)`,
      postgres,
    ]);
  }
}

/** The folders of `template1` and `template0`, which only a creation of a database reads. */
const templateDatabases = ["1", "4"];

async function makeEmbeddedFixture(commit: Commit): Promise<void> {
  const folder = folderOf("embedded", commit);
  const data = join(sources, `data-of-${commit}`);
  const settings = { DATA_DIR: data, DATABASE_URL: "" };
  try {
    exportWorkspace(commit, settings, folder, await fill(commit, settings));
    const kept = join(folder, "pglite");
    cpSync(join(data, "pglite"), kept, { recursive: true });
    for (const template of templateDatabases)
      rmSync(join(kept, "base", template), { recursive: true });
    emptyUnreadJournal(kept);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Overwrites the part of the journal that a start after a clean stop does not read, which would be
 * most of a fixture.
 */
function emptyUnreadJournal(data: string): void {
  const page = 8192;
  const journal = join(data, "pg_wal", "000000010000000000000001");
  const control = readFileSync(join(data, "global", "pg_control"));
  const lastCheckpoint = Number(control.readBigUInt64LE(32) & 0xffffffn);
  const bytes = readFileSync(journal);
  bytes.fill(0, page, lastCheckpoint - (lastCheckpoint % page));
  writeFileSync(journal, bytes);
}

/**
 * Packs the fixtures of all commits into one archive. Their files are nearly the same, so a large
 * window makes it small. Node reads Brotli itself: a slim image has no xz.
 */
function packAll(store: string): void {
  const options = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"];
  const archive = execFileSync(
    "tar",
    ["-c", ...options, "-C", join(work, store), "."],
    { maxBuffer: Infinity },
  );
  const compressed = brotliCompressSync(archive, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_LARGE_MAX_WINDOW_BITS,
    },
  });
  writeFileSync(join(fixtures, `${store}.tar.br`), compressed);
}

rmSync(work, { recursive: true, force: true });
mkdirSync(fixtures, { recursive: true });
for (const commit of Object.keys(releases) as Commit[]) {
  console.log(`${commit}: ${releases[commit]} ...`);
  await makePostgresFixture(commit);
  await makeEmbeddedFixture(commit);
}
for (const store of ["postgres", "embedded"]) packAll(store);
