import { Socket } from "node:net";
import pg from "pg";
import utils from "pg/lib/utils.js";
import { parse as parseArray } from "postgres-array";
import { toTimestamp } from "./timestamp.ts";

// What of pg is used here, and its types leave out.
declare module "pg" {
  interface Query {
    name: string | undefined;
    values: (Buffer | null | undefined | string)[];
    callback: (error: Error | undefined, result: pg.QueryResult) => void;
    /** Sends the messages that run a statement with values. */
    prepare(connection: pg.Connection): void;
    handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  }

  interface Connection {
    bind(config: pg.BindConfig): void;
    execute(config: pg.ExecuteConfig): void;
  }
}

const { TIMESTAMPTZ } = pg.types.builtins;
/** PostgreSQL's number of the type `text[]`. */
const textArray = 1009;
const parseDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** What reads the values of a type of PostgreSQL otherwise than pg does. */
const readers: Record<number, (text: string) => unknown> = {
  [TIMESTAMPTZ]: (text) => toTimestamp(text, parseDate),
  [textArray]: (text) => parseArray(text),
};

/** How connections read values. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) =>
    readers[type] ?? pg.types.getTypeParser(type),
};

/** The columns of the rows of the prepared statements of a connection, by their names. */
const described = new WeakMap<pg.ClientBase, Map<string, pg.FieldDef[]>>();

/**
 * Runs a statement. Of a prepared one PostgreSQL describes the rows once for each connection and not each time: it refuses
 * the name when they have changed.
 *
 * `Query` replaces methods of pg that pg does not document (they are above), so pg is pinned to a version that was
 * tried. By the documented `client.query(config)` a get of a contact took 13 % more CPU, a list of 25 and a creation 16 %
 * (`npm run bench -- requests`).
 */
export function send(
  client: pg.ClientBase,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const columns = described.get(client) ?? new Map<string, pg.FieldDef[]>();
  described.set(client, columns);
  return new Promise((resolve, reject) => {
    client.query(
      new Query(config, columns, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
  });
}

/** Has what is sent before anything else happens go to PostgreSQL in one piece, instead of in one for each statement. */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return; // the embedded database has none
  stream.cork();
  process.nextTick(() => stream.uncork());
}

class Query extends pg.Query {
  readonly #columns: Map<string, pg.FieldDef[]>;

  constructor(
    config: pg.QueryConfig,
    columns: Map<string, pg.FieldDef[]>,
    callback: pg.Query["callback"],
  ) {
    super(config.text, config.values, callback); // which copies an object of these by a slow path
    this.name = config.name;
    this.#columns = columns;
  }

  override prepare(connection: pg.Connection): void {
    const { name, values } = this;
    const fields = name === undefined ? undefined : this.#columns.get(name);
    if (!fields) return super.prepare(connection);
    super.handleRowDescription({ fields });
    connection.bind({
      statement: name,
      values,
      valueMapper: utils.prepareValue,
    });
    connection.execute({});
    connection.sync();
  }

  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    super.handleRowDescription(message);
    if (this.name !== undefined) this.#columns.set(this.name, message.fields);
  }
}
