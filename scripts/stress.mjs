/**
 * Runs the quick tests again and again while four processes keep the processors busy: no test may depend on the speed of the
 * machine. Ends with an error if any run fails.
 *
 * Usage: npm run test:stress -- [RUNS] [ARGUMENT OF VITEST...], default 10 runs
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BUSY_PROCESSES = 4;

const [runs = '10', ...args] = process.argv.slice(2);
if (!(Number(runs) >= 1)) {
  console.error('usage: npm run test:stress -- [RUNS] [ARGUMENT OF VITEST...]');
  process.exit(2);
}

const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
let failed = 0;
for (let run = 1; run <= Number(runs); run++) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`run ${run} of ${runs}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status === 0) continue;
  failed++;
  console.log(stdout + stderr);
}
console.log(`${Number(runs) - failed} of ${runs} runs passed`);
// Without this, the busy processes would keep it running.
process.exit(failed === 0 ? 0 : 1);
