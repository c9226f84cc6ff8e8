/** Writes entries into a SQLite store without end, and reports how many. Run by `sqlite-sharing.test.ts`, and killed. */
import fs from 'node:fs';
import { sqliteStore } from '../../../src/store/sqlite-store.js';
import { unlocked } from './unlocked.js';

const { file, from, octets, dieAtWrite } = JSON.parse(process.argv[2] ?? '{}') as {
  file: string;
  from: number;
  octets: number;
  /** Kills the process during a given write to disk. Only possible if SQLite writes through `node:fs`. */
  dieAtWrite?: number;
};

const store = await unlocked(() => sqliteStore({ file }));
if (dieAtWrite !== undefined) dieAt(dieAtWrite);
for (let i = from; ; i++) {
  await unlocked(() => store.set(`key ${i % 50}`, `${i} ${'x'.repeat(octets)} ${i}`, 1e9));
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
