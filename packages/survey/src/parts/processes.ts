/**
 * Whether a process that left a file behind still runs. A later process may have its number, and begins at another time.
 */
import { readFileSync } from 'node:fs';

/** Fields of proc_pid_stat(5), counted from 1. */
const FIRST_LATER_FIELD = 4;
const START_FIELD = 22;

export interface ProcessFacts {
  /** When the process began, in ticks of the clock since the machine was started. */
  readonly start: string | undefined;
  /** Whether it was killed and its parent has not taken note yet. */
  readonly isZombie: boolean;
}

/** What Linux says about a process (proc_pid_stat(5)); undefined on other systems, or if it has ended. */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field, the name of the program, may have spaces and parentheses.
    const [state, ...later] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { start: later[START_FIELD - FIRST_LATER_FIELD], isZombie: state === 'Z' };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine may have a number: only ESRCH says that none has. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 is not delivered; it only checks
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
