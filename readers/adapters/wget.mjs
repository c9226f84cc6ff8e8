/** GNU Wget, which follows a page's links. Its name is always "wget", whichever crawler is asked about. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { answerByCrawling, START } from './sites.mjs';

const OPTIONS = [
  '--no-config',
  '--no-hsts',
  '--recursive',
  '--level=1',
  '--span-hosts',
  '--delete-after',
  '--no-verbose',
  '--tries=1',
];

await answerByCrawling(async (proxy) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wget-'));
  try {
    const rejected = path.join(folder, 'rejected.csv');
    const log = path.join(folder, 'log');
    const wget = spawn(
      '/usr/bin/wget',
      [
        ...OPTIONS,
        `--directory-prefix=${folder}`,
        `--rejected-log=${rejected}`,
        `--output-file=${log}`,
        START,
      ],
      {
        env: { http_proxy: `http://${proxy}`, HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: 'inherit',
      },
    );
    await once(wget, 'close');
    return forbiddenHosts(await readFile(rejected, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The hosts of the rows REASON, URL, scheme, host … that robots.txt is the reason of. */
function forbiddenHosts(rejected) {
  const rows = rejected.split('\n').map((row) => row.split('\t'));
  return new Set(rows.filter(([reason]) => reason === 'ROBOTS').map(([, , , host]) => host));
}
