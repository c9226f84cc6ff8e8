/**
 * A table written in one of the formats.
 */
import type { RowOf, TableName } from '../tables.js';

/** Takes the octets of a table, in order. */
export type Output = (octets: Uint8Array) => Promise<void>;

/** Writes the rows of one table. */
export interface TableWriter<Table extends TableName = TableName> {
  /** Adds a row. It goes to the output with the next {@link flush}. */
  write(row: RowOf<Table>): void;
  /** Writes what is complete to the output. */
  flush(): Promise<void>;
  /** Writes the rest. */
  end(): Promise<void>;
}
