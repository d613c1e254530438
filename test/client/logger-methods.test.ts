import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";

const log = () => undefined;
const logger = { debug: log, info: log, warn: log, error: log };
const create = (given: object) =>
  createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    logger: given as typeof logger,
  });

test.each(Object.keys(logger))("a logger without %s is refused", (name) => {
  expect(() => create({ ...logger, [name]: undefined })).toThrow(
    new TypeError("logger must be an object with debug, info, warn, error."),
  );
});

test("a logger with the four methods is taken", () => {
  expect(() => create(logger)).not.toThrow();
});
