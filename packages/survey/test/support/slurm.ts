/** A cluster of one node, this machine: SLURM with munge, in a folder of a test's own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Need } from '../../../../test/support/needs.js';
import { onFreePort } from '../../../../test/support/ports.js';

export interface Slurm {
  /** What its commands, such as `sbatch`, need in their environment. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const PROGRAMS = ['/usr/sbin/munged', '/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/bin/sbatch'] as const;
const [MUNGED, SLURMCTLD, SLURMD] = PROGRAMS;

export const SLURM_NEED: Need = {
  isMet: PROGRAMS.every((program) => existsSync(program)) && process.getuid?.() === 0,
  what: 'munge, slurmctld, slurmd and slurm-client, as root',
};

/** So that a busy machine never counts as a node that is down. */
const PATIENCE_S = 600;

const KEY_OCTETS = 1024;
const OWNER_ONLY = 0o400;

export async function startSlurm(): Promise<Slurm> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-slurm-'));
  const inside = (name: string) => join(folder, name);
  writeFileSync(inside('key'), randomBytes(KEY_OCTETS), { mode: OWNER_ONLY });
  for (const name of ['state', 'spool']) mkdirSync(inside(name));
  const socket = inside('socket');
  const slurmEnv = { SLURM_CONF: inside('slurm.conf') };
  const env = { ...process.env, ...slurmEnv };
  const start = (program: string, ...args: readonly string[]) =>
    spawn(program, args, { stdio: 'ignore', env });
  const munged = start(
    MUNGED,
    ...['--foreground', '--force', '--key-file', inside('key'), '--socket', socket],
    ...[
      '--pid-file',
      inside('munged.pid'),
      '--log-file',
      inside('munged.log'),
      '--seed-file',
      inside('seed'),
    ],
  );
  const isIdle = () =>
    spawnSync('sinfo', ['--noheader', '--format', '%T'], { env, encoding: 'utf8' }).stdout.trim() === 'idle';
  const daemons = await onFreePort(async (port) => {
    writeFileSync(slurmEnv.SLURM_CONF, configuration(folder, socket, port));
    const started = [start(SLURMCTLD, '-D'), start(SLURMD, '-D')];
    while (!isIdle()) {
      const ended = started.find(({ exitCode }) => exitCode !== null);
      if (ended !== undefined) {
        await stopAll(started);
        throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
      }
      await new Promise(setImmediate);
    }
    return started;
  });
  return {
    env: slurmEnv,
    stop: async () => {
      await stopAll([...daemons, munged]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

function configuration(folder: string, socket: string, port: number): string {
  const [node] = hostname().split('.');
  return [
    'ClusterName=test',
    `SlurmctldHost=${node}(127.0.0.1)`,
    `SlurmctldPort=${port}`,
    `SlurmdPort=${port + 1}`,
    `AuthInfo=socket=${socket}`,
    'AuthType=auth/munge',
    'SlurmUser=root',
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool`,
    `SlurmctldPidFile=${folder}/slurmctld.pid`,
    `SlurmdPidFile=${folder}/slurmd.pid`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'MpiDefault=none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    `MessageTimeout=${PATIENCE_S}`,
    'SlurmdTimeout=0',
    'ReturnToService=2',
    `NodeName=${node} NodeAddr=127.0.0.1 CPUs=2`,
    'PartitionName=all Nodes=ALL Default=YES State=UP',
    '',
  ].join('\n');
}
