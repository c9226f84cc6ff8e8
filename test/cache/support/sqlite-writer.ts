/** Writes entries into a SQLite store without end, and says how far it is. Run by `sqlite-store.test.ts`, and killed. */
import fs from 'node:fs';
import { sqliteStore } from '../../../src/cache/sqlite-store.js';

const { file, from, octets, dieAtWrite } = JSON.parse(process.argv[2] ?? '{}') as {
  file: string;
  from: number;
  octets: number;
  /** Kills the process in the midst of its so many-th write to disk. Only where SQLite writes by way of `node:fs`. */
  dieAtWrite?: number;
};

const store = await sqliteStore({ file });
if (dieAtWrite !== undefined) dieAt(dieAtWrite);
for (let i = from; ; i++) {
  await store.set(`key ${i % 50}`, `${i} ${'x'.repeat(octets)} ${i}`, 1e9);
  process.stdout.write(`${i}\n`);
}

function dieAt(count: number): void {
  const { writeSync } = fs;
  let writes = 0;
  fs.writeSync = ((fd: number, octets: Uint8Array, offset: number, length: number, position: number) => {
    writes++;
    if (writes < count) return writeSync(fd, octets, offset, length, position);
    writeSync(fd, octets, offset, Math.floor(length / 2), position);
    return process.kill(process.pid, 'SIGKILL');
  }) as typeof writeSync;
}
