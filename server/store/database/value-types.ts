import pg from "pg";
import { parse as parseArray } from "postgres-array";
import { toTimestamp } from "../timestamp.ts";

const { TIMESTAMPTZ } = pg.types.builtins;
/** PostgreSQL's number of the type `text[]`. */
const textArray = 1009;
const parseDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** Reads the values of a type of PostgreSQL otherwise than pg does. */
const readers: Record<number, (text: string) => unknown> = {
  [TIMESTAMPTZ]: (text) => toTimestamp(text, parseDate),
  [textArray]: (text) => parseArray(text),
};

/** Says how connections read values. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) =>
    readers[type] ?? pg.types.getTypeParser(type),
};
