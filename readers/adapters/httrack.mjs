/** HTTrack, which follows a page's links. Its name is always "httrack", whichever crawler is asked about. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { answerByCrawling, ENTRY } from './sites.mjs';

/** As fast as on loopback one may: two pages deep, no cache, no index, no limits of rate; everything else is its default, robots.txt included. */
const OPTIONS = [
  '--quiet',
  '--debug-log',
  '--depth=2',
  '--cache=0',
  '--index=0',
  '--disable-security-limits',
  '--max-rate=0',
  '--connection-per-second=0',
  '--sockets=8',
  '--retries=0',
];

await answerByCrawling(async (proxy, hosts) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'httrack-'));
  try {
    const list = path.join(folder, 'list');
    await writeFile(list, hosts.map((host) => `http://${host}${ENTRY}\n`).join(''));
    const httrack = spawn(
      '/usr/bin/httrack',
      ['--list', list, '--path', folder, '--proxy', proxy, ...OPTIONS],
      {
        env: { HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    await once(httrack, 'close');
    const log = await readFile(path.join(folder, 'hts-log.txt'), 'latin1');
    return new Set(
      [...log.matchAll(/\(robots\.txt\) forbidden link: link .* at ([\w.]+)\//g)].map(([, host]) => host),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
