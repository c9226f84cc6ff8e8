/** What a process has used so far, as Linux tells. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** CPU time of all its threads. */
  readonly cpuSeconds: number;
  /** The most memory that was resident. */
  readonly peakOctets: number;
}

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** The place of `utime` and `stime` after the name of the program (proc_pid_stat(5)). */
const [USER_TICKS, SYSTEM_TICKS] = [11, 12];
const OCTETS_A_KB = 1024;

/** Undefined if the process has ended. */
export function processUse(pid: number): ProcessUse | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const peak = /^VmHWM:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    if (peak === undefined) return undefined; // a zombie
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
    return { cpuSeconds: ticks / TICKS_A_SECOND, peakOctets: Number(peak) * OCTETS_A_KB };
  } catch {
    return undefined;
  }
}
