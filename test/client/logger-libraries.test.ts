import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { Logger } from "../../client/index.ts";
import { load, winston } from "./client-package.ts";
import { clientOf } from "./local-server.ts";

const apiKey = "contacts_live_of_a_test";

describe("each logger gets message and fields by its own convention", () => {
  /** Reads a contact at the second attempt, by a path that holds an email. */
  async function readWith(logger: Logger) {
    let sent = 0;
    const { contacts } = await clientOf(
      (_, response) => {
        response.setHeader("X-Request-Id", `req_${++sent}`);
        if (sent === 1) response.writeHead(503).end();
        else response.end('{"data":{"id":"x"}}');
      },
      { apiKey, logger, logLevel: "info" },
    );
    await contacts.get("ana@example.com");
  }
  const fields = {
    method: "GET",
    route: "/v1/contacts/{id}",
    attempt: 2,
    status: 200,
    milliseconds: expect.any(Number),
    requestId: "req_2",
  };
  const message = "contacts-client response";

  test("console: one line", async () => {
    const output: string[] = [];
    const stream = new Writable({
      write: (text, _, done) => {
        output.push(String(text));
        done();
      },
    });
    await readWith(new Console(stream));
    expect(output.join("")).toMatch(
      /^contacts-client retry method=GET .+\ncontacts-client response method=GET route=\/v1\/contacts\/\{id\} attempt=2 status=200 milliseconds=\d+ requestId=req_2\n$/,
    );
  });

  test("any other: message, fields", async () => {
    const lines: unknown[][] = [];
    const write = (...args: unknown[]) => lines.push(args);
    await readWith({ debug: write, info: write, warn: write, error: write });
    expect(lines.at(-1)).toEqual([message, fields]);
    expect(inspect(lines, { depth: null })).not.toContain("ana@");
  });

  test("pino, and its children: fields, message", async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const parent = pino({}, stream);
    for (const logger of [parent, parent.child({ part: "crm" })]) {
      lines.length = 0;
      await readWith(logger);
      const last: unknown = JSON.parse(lines.at(-1) ?? "");
      expect(last).toMatchObject({ level: 30, msg: message, ...fields });
      expect(lines.join("")).not.toContain("ana@");
    }
  });

  test("bunyan: fields, message", async () => {
    /** A logger that takes arguments as bunyan documents it. */
    class Bunyan {
      records: object[] = [];
      debug = this.#at(20);
      info = this.#at(30);
      warn = this.#at(40);
      error = this.#at(50);
      addStream() {}
      #at(level: number) {
        return (first: object | string, ...rest: unknown[]) =>
          void this.records.push(
            typeof first === "string"
              ? { level, msg: format(first, ...rest) }
              : { level, ...first, msg: format(...rest) },
          );
      }
    }
    const logger = new Bunyan();
    await readWith(logger);
    expect(logger.records.at(-1)).toEqual({
      level: 30,
      msg: message,
      ...fields,
    });
  });

  test("winston: message, fields", async ({ skip }) => {
    if (winston === undefined) return skip();
    const lines: string[] = [];
    const { createLogger, transports } = load("winston");
    const stream = new Writable({
      write: (line, _, done) => {
        lines.push(String(line));
        done();
      },
    });
    const logger: Logger = createLogger({
      transports: [new transports.Stream({ stream })],
    });
    await readWith(logger);
    const last: unknown = JSON.parse(lines.at(-1) ?? "");
    expect(last).toMatchObject({ level: "info", message, ...fields });
  });
});
