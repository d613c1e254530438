import type { BindConfig, ExecuteConfig, FieldDef, QueryResult } from "pg";

// What of pg is used here, and its types leave out.

declare module "pg" {
  interface Query {
    name: string | undefined;
    values: (Buffer | null | undefined | string)[];
    callback: (error: Error | undefined, result: QueryResult) => void;
    /** Sends the messages that run a statement with values. */
    prepare(connection: Connection): void;
    handleRowDescription(message: { fields: FieldDef[] }): void;
  }

  interface Connection {
    bind(config: BindConfig): void;
    execute(config: ExecuteConfig): void;
  }
}
