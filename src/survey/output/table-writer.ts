/**
 * A table written in one of the formats.
 */
import type { RowOf, TableName } from '../tables.js';

/** Takes the octets of a table, in order. */
export type Output = (octets: Uint8Array) => Promise<void>;

/** Writes the rows of one table. */
export interface TableWriter<Table extends TableName = TableName> {
  /** Adds a row. What is written to the output awaits {@link flush}. */
  write(row: RowOf<Table>): void;
  /** Hands what is complete to the output. */
  flush(): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
}
