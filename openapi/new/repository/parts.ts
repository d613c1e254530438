/*
 * The parts of this repository that another API has too: `npm run new -- contract` copies these
 * files and all that they import, and leaves out the files that belong to this API.
 */

/** The commands, the client and the server: their imports are copied too. */
export const entryPoints = [
  "openapi/lint/main.ts",
  "openapi/generate/main.ts",
  "openapi/docs/main.ts",
  "openapi/docs/reader/main.ts",
  "openapi/diff/main.ts",
  "openapi/mock/main.ts",
  "openapi/release/main.ts",
  "openapi/conformance/main.ts",
  "openapi/new/main.ts",
  "openapi/rules/plugin.js",
  "openapi/rules/core-plugin.js",
  "client/index.ts",
  "client/raw-body.ts",
  "client/testing.ts",
  "client/build/pack-client.ts",
  "server/app.ts",
  "server/api/changes.ts",
  "server/api/etags.ts",
  "server/api/idempotency.ts",
  "server/api/me.ts",
  "server/api/list.ts",
  "server/api/versions.ts",
  "server/auth/keys.ts",
  "server/build/schema.ts",
  "server/http/listen.ts",
  "server/limits/limiter.ts",
  "server/store/open/untyped.d.ts",
  "server/store/open/open.ts",
  "server/http/express.d.ts",
  "test/openapi/diff/endless.test.ts",
  "test/openapi/diff/foreign.test.ts",
  "test/openapi/diff/hostile.test.ts",
  "test/openapi/diff/large-numbers.test.ts",
  "test/openapi/diff/levels.test.ts",
  "test/openapi/diff/renames.test.ts",
  "test/openapi/diff/stability-levels.test.ts",
  "test/openapi/diff/styles.test.ts",
  "test/openapi/model/read-contract.test.ts",
];

/** Files that are read without an import, and folders of them. */
export const assets = [
  "generated/README.md",
  ".editorconfig",
  ".gitattributes",
  ".gitignore",
  ".npmrc",
  ".oxlintrc.json",
  ".prettierignore",
  ".prettierrc.json",
  "LICENSE",
  "tsconfig.json",
  "redocly.yaml",
  "openapi/README.md",
  "openapi/core-rules.md",
  "openapi/keywords.md",
  "openapi/diff-levels.yaml",
  "openapi/docs/docs.css",
  "openapi/docs/reader/tsconfig.json",
  "openapi/new/templates",
  "server/build/requirements.js",
  "server/build/tsx.js",
  "server/store/LICENSE.postgresql",
];

/**
 * The files that belong to this API: they are not copied, and neither are lines that use what they
 * export.
 */
export const leftOut = [
  "client/contacts.ts",
  "openapi/docs/messenger.ts",
  "openapi/generate/messenger.ts",
  "openapi/new/repository",
  "openapi/new/templates/repository",
  "server/auth/find-visitor.ts",
  "server/steps",
  "server/store/migrations",
];

/** Lines that belong to this API, by words in them, in files that other APIs have too. */
export const leftOutLines: Record<string, RegExp> = {
  "openapi/docs/es/words.ts": /contact|conversa|ticket|art[ií]c|support team/i,
  "server/app.ts": /localWebhooks|Whether webhooks may point/,
  "server/auth/secret.ts": /messenger/,
};

/** Texts that belong to this API, in files that are read without an import. */
export const leftOutTexts: Record<string, RegExp> = {
  "openapi/README.md": new RegExp(
    [
      ", such as `rotate_secret`",
      " A test checks that each of them exists\\.",
      " Other documents name the number in .*",
      "2\\. See who still uses it: .*\\n",
      "`npm run bench -- diff` [^]*?\\n\\n",
      "The package `contract-tools` [^]*?\\n\\n",
    ].join("|"),
    "g",
  ),
  "openapi/new/templates/decision.md.template": /\n\*\*Tests\*\* .*\n/,
  "openapi/docs/reader/tsconfig.json": /, "[^"]*messenger-demo\.ts"/,
  "redocly.yaml": /batch, rotate_secret, test, redeliver, |, messenger/g,
  "tsconfig.json": /,\s*"client\/demo\/messenger-demo\.ts"/,
};

/** The tables that each API has. */
export const keptTables = [
  "workspaces",
  "api_keys",
  "audit_log",
  "cursor_positions",
  "deprecated_uses",
  "encryption_key",
  "idempotency_keys",
  "key_changes",
  "migrations",
  "request_counts",
  "required_migration",
  "workspace_usage_parts",
];

/** The limits in `x-limits` that the server of each API has. */
export const keptLimits = [
  "requestsPerWindow",
  "windowSeconds",
  "bodyBytes",
  "errorDetails",
  "errorPathName",
  "idempotencyHours",
  "keyName",
];

/** The scripts of package.json that work in the new repository. */
export const keptScripts = [
  "test",
  "check",
  "check:static",
  "check:contract",
  "check:code",
  "lint",
  "generate",
  "types",
  "format",
  "release",
  "new",
  "diff",
  "docs",
  "conformance",
  "mock",
  "schema",
];

/** Packages that are used without an import: commands, and what other packages load. */
export const usedPackages = [
  "@redocly/cli",
  "@seriousme/openapi-schema-validator",
  "@stoplight/prism-cli",
  "@types/express",
  "@types/js-yaml",
  "@types/node",
  "@types/pg",
  "@types/prismjs",
  "openapi-typescript-helpers",
  "oxlint",
  "oxlint-tsgolint",
  "prettier",
  "tsx",
  "typescript",
  "typescript-7",
  "vitest",
];
