/** Reads whole tables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPart } from '../../src/kept-tables/read-table.js';
import { csvRecords } from '../../src/report/csv-records.js';
import { type Cell, type Column, type RowOf, TABLES, type TableName } from '../../src/tables.js';

/** The rows of a table's parts, in the order of their names. None if the folder has no such table. */
export async function* readTable<Table extends TableName>(
  folder: string,
  table: Table,
): AsyncGenerator<RowOf<Table>, void> {
  const parts = join(folder, table);
  for (const name of existsSync(parts) ? readdirSync(parts).sort() : []) {
    const text = () => readFileSync(join(parts, name), 'utf8');
    if (name.endsWith('.parquet')) yield* readPart(folder, table, name);
    else if (name.endsWith('.csv')) yield* csvRows(table, text());
    else for (const line of text().split('\n').slice(0, -1)) yield JSON.parse(line) as RowOf<Table>;
  }
}

function csvRows<Table extends TableName>(table: Table, text: string): RowOf<Table>[] {
  const [names = [], ...records] = [...csvRecords(text)];
  const columns: Readonly<Record<string, Column>> = TABLES[table];
  return records.map(
    (record) =>
      Object.fromEntries(
        names.map((name, i) => [name, cellOf(record[i] ?? null, columns[name as string] as Column)]),
      ) as unknown as RowOf<Table>,
  );
}

/** A field of CSV as its column has it. An empty field that is not quoted is null. */
function cellOf(field: string | null, { type }: Column): Cell {
  if (field === null) return null;
  if (type === 'boolean') return field === 'true';
  if (type === 'list') return field === '' ? [] : field.split(' ');
  return type === 'integer' || type === 'double' ? Number(field) : field;
}
