/** Reads whole tables. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPart } from '../../src/stored/read-table.js';
import type { RowOf, TableName } from '../../src/tables.js';

/** The rows of a table's parts, in the order of their names. None if the folder has no such table. */
export async function* readTable<Table extends TableName>(
  folder: string,
  table: Table,
): AsyncGenerator<RowOf<Table>, void> {
  const parts = join(folder, table);
  for (const name of existsSync(parts) ? readdirSync(parts).sort() : []) yield* readPart(folder, table, name);
}
