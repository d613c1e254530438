import { Socket } from "node:net";
import pg from "pg";
import utils from "pg/lib/utils.js";
import { parse as parseArray } from "postgres-array";
import { toTimestamp } from "./timestamp.ts";

/** What a statement returned: its rows, which command it was, and how many rows that wrote. */
interface Result {
  rows: object[];
  command: string;
  rowCount: number | null;
}

/** The texts of a row's values, in the order of its columns. */
type Texts = (string | null)[];

/** Makes a row of its texts. */
type RowReader = (texts: Texts) => object;

/** What reads the rows of the prepared statements of a connection, by their names. */
const described = new WeakMap<pg.ClientBase, Map<string, RowReader>>();

/**
 * Runs a statement. Of a prepared one PostgreSQL describes the rows once for each connection and not each time: it refuses
 * the name when they have changed. Timestamps are read as texts.
 *
 * `Query` replaces methods of pg that pg does not document (`pg.d.ts` lists them), so pg is pinned to a version that was
 * tried. By the documented `client.query(config)` a get of a contact takes 13 % more processor (404 µs in place of 357), a list
 * of 25 and a creation 16 % (`npm run bench -- requests`).
 */
export async function query(client: pg.ClientBase, config: pg.QueryConfig): Promise<Result> {
  const readers = described.get(client) ?? new Map<string, RowReader>();
  described.set(client, readers);
  const { ran, result } = await new Promise<{ ran: Query; result: pg.QueryResult }>((resolve, reject) => {
    const ran: Query = new Query(config, readers, (error, result) =>
      error ? reject(error) : resolve({ ran, result }),
    );
    client.query(ran);
  });
  const rows = ran.readRow ? ran.texts.map(ran.readRow) : [];
  return { rows, command: result.command, rowCount: result.rowCount };
}

/** Has what is sent before anything else happens go to PostgreSQL in one piece, instead of in one for each statement. */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return; // the embedded database has none
  stream.cork();
  process.nextTick(() => stream.uncork());
}

class Query extends pg.Query {
  readonly texts: Texts[] = [];
  readRow: RowReader | undefined;
  readonly #readers: Map<string, RowReader>;

  constructor(config: pg.QueryConfig, readers: Map<string, RowReader>, callback: pg.Query["callback"]) {
    super(config.text, config.values, callback); // which copies an object of these by a slow path
    this.name = config.name;
    this.#readers = readers;
    this.readRow = config.name === undefined ? undefined : readers.get(config.name);
  }

  override prepare(connection: pg.Connection): void {
    if (!this.readRow) return super.prepare(connection);
    const { name, values } = this;
    connection.bind({ statement: name, values, valueMapper: utils.prepareValue });
    connection.execute({});
    connection.sync();
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.readRow = createRowReader(fields);
    if (this.name !== undefined) this.#readers.set(this.name, this.readRow);
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    this.texts.push(fields);
  }
}

function createRowReader(columns: pg.FieldDef[]): RowReader {
  const fields = columns.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  return (texts) => {
    const row: Record<string, unknown> = {};
    fields.forEach(({ name, parse }, i) => {
      const text = texts[i] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    return row;
  };
}

/** PostgreSQL's number of the type `text[]`. */
const textArray = 1009;

/** What makes a value of a type of PostgreSQL of its text. */
function parserOf(type: number): (text: string) => unknown {
  const parse = pg.types.getTypeParser(type) as (text: string) => unknown;
  if (type === textArray) return (text) => parseArray(text);
  if (type === pg.types.builtins.TIMESTAMPTZ)
    return (text) => toTimestamp(text, parse as (text: string) => Date);
  return parse;
}
