import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { errors, scopes } from "../../generated/constants.ts";
import { operations } from "../../generated/operations.ts";
import { resolve } from "../../openapi/model/contract.ts";
import {
  childOf,
  eachNode,
  isNode,
  type Node,
} from "../../openapi/model/node.ts";
import { namesIn } from "../../openapi/model/pointer.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { todo } from "../../openapi/rules/finished-texts.ts";
import {
  limitsIn,
  numbersIn,
  sizeOf,
} from "../../openapi/rules/known-numbers.ts";

// Prose does not contradict the contract. Lint checks the numbers of descriptions, decisions and the
// introduction; the numbers of the other documents are checked here.

const { files, contract } = await readContract();
const text = files.get("openapi.yaml") ?? "";
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

const descriptions = nodesOf(parse(text, { maxAliasCount: -1 })).flatMap(
  ({ description }) => (typeof description === "string" ? [description] : []),
);
const texts = [
  documents["openapi/decisions.md"],
  documents["openapi/introduction.md"],
  ...descriptions,
].join("\n");

describe("texts of the contract", () => {
  test("name only statuses that the contract has", () => {
    const statuses = new Set(text.match(/(?<=")[1-5]\d\d(?=":)/g));
    const withoutNumbers = numbersIn(texts).reduce(
      (rest, { written }) => rest.replace(written, ""),
      texts,
    );
    const named = withoutNumbers.match(/(?<![\w.,-])[2-5]\d\d(?![\w,-]| in )/g);
    expect((named ?? []).filter((status) => !statuses.has(status))).toEqual([]);
  });

  test("name only fields, values and headers that the contract has", () => {
    const terms = new Set(
      nodesOf(contract).flatMap((node) => [
        ...Object.keys(node),
        ...Object.values(node).flat(),
      ]),
    );
    // That chapter names files, and options of tools of others.
    const others = /^## Other languages and tools\n[^]*?(?=^## )/m;
    const names = [
      ...texts.replace(others, "").matchAll(/`([A-Za-z]\w*(?:[-.]\w+)*)`/g),
    ].map(([, name = ""]) => name);
    const examples = [
      "limt",
      "custom_field",
      "Bárbara",
      "false",
      "https",
      "v1",
      "contacts_live_",
      "req_",
      "whsec_",
      "unverified_email",
      "Error",
      // Of the client.
      "CONTACTS_BASE_URL",
      "CONTACTS_API_KEY",
      "createOrGet",
      "contacts-listen",
    ];
    const prefixes = /^[a-z]{2,3}_$/;
    const paths = [
      "error.required_scope",
      "error.granted_scopes",
      "error.details",
      "author.name",
      "webhook-id.webhook-timestamp.body",
      "Authorization",
      "Accept-Language",
      "Deprecation",
      "Sunset",
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
  Object.entries({
    ...documents,
    "openapi/openapi.yaml": descriptions.join("\n"),
  }),
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
  const named = /([\d,]+)( [A-Za-z]+)?<!--([\w.]+)-->/g;
  /** Numbers that chance makes equal to one of the contract. */
  const others = /1,024 connections/g;
  const facts: object = {
    ...contract.components,
    limits: contract["x-limits"],
    delivery: contract["x-delivery"],
  };
  const numberOf = (fact: string): number => {
    const value = fact.split(".").reduce<unknown>(childOf, facts);
    return Number(value) * (sizeOf(fact) ?? 1);
  };
  const { sized, counts } = limitsIn(contract);

  test.each(Object.entries(documents))("%s", (_, document) => {
    const wrong = [...document.matchAll(named)].filter(
      ([, digits = "", unit = "", fact = ""]) => {
        const withUnit = digits + unit.replace(/^ s$/, " seconds");
        const [number] = numbersIn(withUnit);
        const written = number?.value ?? Number(digits.replaceAll(",", ""));
        return written !== numberOf(fact);
      },
    );
    expect(wrong.map(([all]) => all)).toEqual([]);
    // Lint checks the numbers of these two.
    if (/^(D-01|#)/.test(document)) return;
    const rest = document.replaceAll(named, "").replaceAll(others, "");
    const unnamed = numbersIn(rest).filter(({ value, isCount }) =>
      isCount ? value >= 1000 && counts.has(value) : sized.has(value),
    );
    expect(unnamed.map(({ written }) => written)).toEqual([]);
  });
});

// The register of decisions.

const sections = (documents["openapi/decisions.md"] ?? "")
  .split(/^## /m)
  .slice(1);

test("the decisions are numbered in order", () => {
  const numbers = sections.map((section) => section.slice(0, 4));
  const inOrder = sections.map((_, i) => `D-${String(i + 1).padStart(2, "0")}`);
  expect(numbers).toEqual(inOrder);
});

describe("a decision has its gap, its choice, its reason and the elements that follow it, and is readable alone", () => {
  test.each(sections.map((section) => [section.split("\n")[0], section]))(
    "%s",
    (_, section) => {
      expect(section).toMatch(
        /^D-\d\d \S.*\n\n\*\*Gap\*\* \S[^]+?\n\n\*\*Choice\*\*\s[^]+?\n\n\*\*Reason\*\* \S[^]+?\n\n\*\*Elements\*\* \S/,
      );
      expect(section, "a text that somebody still has to write").not.toContain(
        todo,
      );
      expect(
        section,
        "a section of a document that readers do not have",
      ).not.toContain("§");
    },
  );

  test.each(sections.map((section) => [section.split("\n")[0], section]))(
    "the contract has the elements of %s",
    (_, section) => {
      const [, list = ""] =
        /^\*\*Elements\*\* ([^]+?)(?:\n\n|$)/m.exec(section) ?? [];
      const elements = [...list.matchAll(/`([^`]+)`/g)].map(
        ([, each = ""]) => each,
      );
      const isThere = (element: string) =>
        element.startsWith("#")
          ? namesIn(element).reduce<unknown>(childOf, contract) !== undefined
          : element in operations;
      expect(elements).not.toEqual([]);
      expect(elements.filter((element) => !isThere(element))).toEqual([]);
    },
  );
});
