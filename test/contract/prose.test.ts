import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { errors, scopes } from "../../generated/constants.ts";
import { resolve } from "../../openapi/model/contract.ts";
import { eachNode, isNode, type Node } from "../../openapi/model/node.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { mark } from "../../openapi/rules/finished-texts.ts";
import { fillText } from "../../openapi/model/fill-texts.ts";

// What is said in prose does not contradict the contract. Descriptions, decisions and the introduction write no number of
// the contract, but its name in braces. The documents that people read as they are write numbers, and these are checked.

const { text, contract } = readContract();
/** Reads a document without the titles of the tests that it links to. */
const read = (file: string) =>
  readFileSync(file, "utf8").replaceAll(/\(\S+\.test\.ts [^)]*\)/g, "");
const documents = Object.fromEntries(
  [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "server/SCALING.md",
    "server/OPERATIONS.md",
  ]
    .concat("server/RELIABILITY.md")
    .concat(
      "client/README.md",
      "openapi/README.md",
      "openapi/decisions.md",
      "openapi/introduction.md",
    )
    .map((file) => [file, read(file)]),
);

/** Every object of a document, once. */
function nodesOf(document: unknown): Node[] {
  const found: Node[] = [];
  eachNode(document, (node) => void (isNode(node) && found.push(node)));
  return found;
}

const written = nodesOf(parse(text, { maxAliasCount: -1 })).flatMap(
  ({ description }) => (typeof description === "string" ? [description] : []),
);
const filledByTools = [
  documents["openapi/decisions.md"],
  documents["openapi/introduction.md"],
  ...written,
].join("\n");

describe("texts that are filled in from the contract", () => {
  const units =
    "%|(?:second|minute|hour|day)s?|bytes|[KM]iB|characters|webhooks|attempts|elements|requests";
  const words = "one|two|three|four|five|six|ten|hundred|thousand";
  /** Numbers of forms that no schema limits, of the server's fair queue and of its ledger. */
  const allowed = [
    /A row counts\s+its\s+texts/,
    /checksum/,
    /base62/,
    /req_/,
    /wait for at most five seconds/,
    /waited for five seconds/,
  ];

  test("write no number with its unit", () => {
    const pattern = new RegExp(
      `[^.]{0,60}\\b(?:\\d[\\d,.]*|${words})\\s(?:${units})(?!\\w)[^.]{0,20}`,
      "g",
    );
    const numbers = [...filledByTools.matchAll(pattern)].map(
      ([sentence]) => sentence,
    );
    expect(
      numbers.filter(
        (sentence) => !allowed.some((reason) => reason.test(sentence)),
      ),
    ).toEqual([]);
  });

  test("name only statuses that the contract has", () => {
    const statuses = new Set(text.match(/(?<=")[1-5]\d\d(?=":)/g));
    expect(
      (filledByTools.match(/(?<![\w.,-])[2-5]\d\d(?![\w,-])/g) ?? []).filter(
        (it) => !statuses.has(it),
      ),
    ).toEqual([]);
  });

  test("name only fields, values and headers that the contract has", () => {
    const terms = new Set(
      nodesOf(contract).flatMap((node) => [
        ...Object.keys(node),
        ...Object.values(node).flat(),
      ]),
    );
    const names = [
      ...filledByTools.matchAll(/`([A-Za-z]\w*(?:[-.]\w+)*)`/g),
    ].map(([, name = ""]) => name);
    const examples = [
      ...[
        "limt",
        "custom_field",
        "Bárbara",
        "false",
        "https",
        "v1",
        "contacts_live_",
        "req_",
        "whsec_",
      ],
      ...["unverified_email", "Error"],
    ];
    const prefixes = /^[a-z]{2,3}_$/;
    const paths = [
      ...[
        "error.required_scope",
        "error.granted_scopes",
        "error.details",
        "author.name",
      ],
      ...[
        "webhook-id.webhook-timestamp.body",
        "Authorization",
        "Accept-Language",
        "Deprecation",
        "Sunset",
      ],
    ];
    const unknown = names.filter(
      (name) => !terms.has(name) && !prefixes.test(name),
    );
    expect(
      unknown.filter((name) => ![...examples, ...paths].includes(name)),
    ).toEqual([]);
  });
});

test("a schema's text says its own limits", () => {
  const { components } = parse(text, { maxAliasCount: -1 }) as {
    components: { schemas: Node };
  };
  const others = Object.entries(components.schemas).flatMap(([name, schema]) =>
    [
      ...JSON.stringify(schema).matchAll(
        /\{schemas\.(\w+)\.[\w.-]*(?:min|max)\w+\}/g,
      ),
    ].flatMap(([fact, of]) => (of === name ? [] : [`${name}: ${fact}`])),
  );
  expect(others).toEqual([]);
});

describe("a description that explains the values of a list explains all of them, and no others", () => {
  const lists = nodesOf(contract).flatMap((node) => {
    const { description, schema } = node as {
      description?: unknown;
      schema?: Node;
    };
    if (typeof description !== "string") return [];
    const resolved = resolve(contract, schema ?? node) as {
      enum?: unknown[];
      "x-extensible-enum"?: unknown[];
    };
    const values = resolved.enum ?? resolved["x-extensible-enum"];
    const explained = [...description.matchAll(/`([\w.]+)`: /g)].map(
      ([, value]) => value,
    );
    return values && explained.length > 0
      ? [{ description, values, explained }]
      : [];
  });

  test.each(lists)("$description", ({ values, explained }) => {
    expect(explained).toEqual(values.filter((value) => value !== "*"));
  });
});

test.each(
  Object.entries({ ...documents, "openapi/openapi.yaml": written.join("\n") }),
)(
  "%s names only statuses, scopes and headers of the contract",
  (_, document) => {
    const pairs = [
      ...document.matchAll(
        /\b([45]\d\d) `([a-z]+_[a-z_]+|conflict|forbidden|unauthorized)`/g,
      ),
    ];
    const statuses = Object.entries(errors).map(
      ([code, { status }]) => `${status} \`${code}\``,
    );
    expect(
      pairs.map(([pair]) => pair).filter((pair) => !statuses.includes(pair)),
    ).toEqual([]);

    const scopesNamed = document.match(/\b[a-z]+:(?:read|write)\b/g) ?? [];
    expect(scopesNamed.filter((scope) => !(scope in scopes))).toEqual([]);

    const headers = document.match(/\bX-[A-Z][\w-]+/g) ?? [];
    // Proxies send the first, `npm run dev` the second; examples of callers have the others.
    const others = ["X-Forwarded-For", "X-Contract", "X-Trace", "X-Team"];
    expect(
      headers.filter(
        (name) => !others.includes(name) && !text.includes(`${name}:`),
      ),
    ).toEqual([]);
  },
);

test("no document repeats the rate limit", () => {
  const statements = Object.values(documents).flatMap((document) =>
    document.match(/[\d,]+ (?:requests )?(?:a|per) minute/g),
  );
  expect(statements.filter((match) => match !== null)).toEqual([]);
});

describe("a document that people read as it is written names the number of the contract that it repeats", () => {
  const namedNumbers = /([\d,]+(?: [A-Za-z]+)?)<!--([\w.]+)-->/g;
  const asWritten = (fact: string) =>
    fillText(`{${fact}}`, contract).replace(/ seconds$/, " s");
  const plain = (number: string) => number.replaceAll(",", "");
  const facts = [
    ...Object.keys(contract["x-limits"]).map((name) => `limits.${name}`),
    ...Object.keys(contract["x-delivery"]).map((name) => `delivery.${name}`),
  ];
  /** Numbers that chance makes equal to one of the contract. */
  const others = /1,024 connections/g;

  test.each(Object.entries(documents))("%s", (_, document) => {
    const wrong = [...document.matchAll(namedNumbers)].filter(
      ([, number = "", fact = ""]) => plain(number) !== plain(asWritten(fact)),
    );
    expect(wrong.map(([all]) => all)).toEqual([]);
    const rest = document.replaceAll(namedNumbers, "").replaceAll(others, "");
    const units = facts
      .map(asWritten)
      .filter((number) => /^\d+ [a-z]+$/i.test(number));
    const thousands = facts
      .map(asWritten)
      .filter((number) => /^\d{4,}$/.test(number));
    const forms = [
      ...units,
      ...thousands.map((number) => Number(number).toLocaleString("en")),
    ];
    expect(
      forms.filter((form) =>
        new RegExp(`(?<![\\w,.])${form}\\b(?!,\\d)`).test(rest),
      ),
    ).toEqual([]);
  });
});

// The register of decisions.

const sections = (documents["openapi/decisions.md"] ?? "")
  .split(/^## /m)
  .slice(1);
const headings = sections.map((section) =>
  section.slice(0, section.indexOf(" ")),
);
const marks = [...marksIn(contract)];

test("the marks in the contract and the headings of the register are the same, in order", () => {
  expect(headings).toEqual([...new Set(marks.map(({ id }) => id))].sort());
});

test("nothing is marked again inside of what bears the mark", () => {
  expect(marks.filter(({ id, outer }) => outer.includes(id))).toEqual([]);
});

describe("a decision says its gap, its choice and its reason, and stands alone", () => {
  test.each(sections.map((section) => [section.split("\n")[0], section]))(
    "%s",
    (_, section) => {
      expect(section).toMatch(
        /^D-\d\d \S.*\n\n\*\*Gap\*\* \S[^]+?\n\n\*\*Choice\*\*\s[^]+?\n\n\*\*Reason\*\* \S/,
      );
      expect(section, "a text that somebody still has to write").not.toContain(
        mark,
      );
      expect(
        section,
        "a section of a document that readers do not have",
      ).not.toContain("§");
    },
  );
});

/** The ids of all marks, each with those that the elements around it bear. */
function* marksIn(
  node: unknown,
  outer: string[] = [],
): Generator<{ id: string; outer: string[] }> {
  if (typeof node !== "object" || node === null) return;
  const { "x-decision": ids = [], ...children } = node as {
    "x-decision"?: string[];
  };
  for (const id of ids) yield { id, outer };
  for (const child of Object.values(children))
    yield* marksIn(child, [...outer, ...ids]);
}
