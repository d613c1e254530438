import type {
  ColumnType,
  Generated,
  InsertType,
  JSONColumnType,
  SelectType,
} from "kysely";
import type { Timestamp } from "./timestamp.ts";

/**
 * The writer of a column: every insert and update of a row, its insert alone, or only the database.
 */
type Writer = "change" | "insert" | "database";

/** A column of a table. */
export interface Column<Type = unknown, By extends Writer = Writer> {
  /** Its type in PostgreSQL. */
  type: string;
  writer: By;
  /** Its type for Kysely. No column has it when the server runs. */
  kysely?: Type;
}

const column = <Type>(type: string): Column<Type, "change"> => ({
  type,
  writer: "change",
});

export const text = <Text extends string = string>() => column<Text>("text");
export const texts = <Texts extends string[] = string[]>() =>
  column<Texts>("text[]");
export const boolean = () => column<boolean>("boolean");
export const integer = () => column<number>("integer");
/** Kysely reads it as text, as it may be larger than a number of JavaScript. */
export const bigint = () => column<string>("bigint");
export const float = () => column<number>("float8");
/**
 * Bytes: rows are written and read as JSON, where PostgreSQL has them as `\x` and hexadecimal
 * digits.
 */
export const bytea = () => column<string>("bytea");
export const timestamp = () => column<Timestamp>("timestamptz");
/** `json` keeps the order of the fields, which `jsonb` does not. */
export const json = <Value extends object>() =>
  column<JSONColumnType<Value>>("json");

export const nullable = <Type, By extends Writer>(
  column: Column<Type, By>,
): Column<Type | null, By> => column;

/** A column with a default: an insert may leave it out. */
export const defaulted = <Type>({
  type,
}: Column<Type>): Column<Generated<Type>, "change"> => column(type);

/** A column that keeps the value which the row was inserted with. */
export const fixed = <Type>({
  type,
}: Column<Type>): Column<
  ColumnType<SelectType<Type>, InsertType<Type>, never>,
  "insert"
> => ({
  type,
  writer: "insert",
});

/** A column that the database fills. */
export const generated = <Type>({
  type,
}: Column<Type>): Column<ColumnType<Type, never, never>, "database"> => ({
  type,
  writer: "database",
});

/** A column with the number of bytes that a row counts for the quotas (usage/usage.ts). */
export const bytes = () => generated(integer());

/**
 * Requires of the table of an object of the contract: a column for each of its fields, which
 * changes when a request can change the field.
 */
export type ColumnsOf<Fields, Changed = Record<never, never>> = Record<
  string,
  Column
> &
  Record<Exclude<keyof Fields, "object">, Column> &
  Record<keyof Changed, Column<unknown, "change">>;

/** The tables for Kysely. */
export type TypesOf<Tables extends Record<string, Record<string, Column>>> = {
  [Table in keyof Tables]: {
    [Name in keyof Tables[Table]]: Tables[Table][Name] extends Column<
      infer Type
    >
      ? Type
      : never;
  };
};
