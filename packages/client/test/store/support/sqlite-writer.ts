/** Writes entries into a SQLite store without end, and reports how many. Run by `sqlite-store.test.ts`, and killed. */
import { sqliteStore } from '../../../src/store/sqlite-store.js';
import { unlocked } from './unlocked.js';

const { file, from, octets } = JSON.parse(process.argv[2] ?? '{}') as {
  file: string;
  from: number;
  octets: number;
};

const store = await unlocked(() => sqliteStore({ file }));
for (let i = from; ; i++) {
  await unlocked(() => store.set(`key ${i % 50}`, `${i} ${'x'.repeat(octets)} ${i}`, 1e9));
  process.stdout.write(`${i}\n`);
}
