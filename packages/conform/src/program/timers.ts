/**
 * The time limit of an answer. Tests pass timers that they move themselves.
 */
/** Calls back later. */
export interface Timers {
  /** Returns the timer. */
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * The machine's timers. What has arrived while the process was busy is taken in before a callback is called, so that an answer
 * that came in time is not counted as late.
 */
export const machineTimers: Timers = {
  setTimeout(callback, ms) {
    const timer: MachineTimer = {
      timeout: setTimeout(() => {
        timer.immediate = setImmediate(callback);
      }, ms),
      immediate: undefined,
    };
    return timer;
  },
  clearTimeout(timer) {
    const { timeout, immediate } = timer as MachineTimer;
    clearTimeout(timeout);
    clearImmediate(immediate);
  },
};

interface MachineTimer {
  readonly timeout: NodeJS.Timeout;
  /** Set once the time has passed. */
  immediate: NodeJS.Immediate | undefined;
}

/** A timer that can be started again until it is stopped or has called back. */
export interface RestartableTimer {
  restart(): void;
  stop(): void;
}

/** Starts a timer that calls back once. */
export function startTimer(timers: Timers, ms: number, onPassed: () => void): RestartableTimer {
  let isOver = false;
  const start = (): unknown =>
    timers.setTimeout(() => {
      isOver = true;
      onPassed();
    }, ms);
  let current = start();
  return {
    restart() {
      if (isOver) return;
      timers.clearTimeout(current);
      current = start();
    },
    stop() {
      isOver = true;
      timers.clearTimeout(current);
    },
  };
}
