/**
 * Loads the page's scripts. Browsers refuse ES modules from disk, so the build writes each chunk as a plain script that registers
 * itself here and calls `require` below. In the folder, the first chunk loads with the page, and the others when they are imported. In
 * the single file, all chunks are in the page, and the first one runs before the parser reaches the others.
 */

type Exports = Record<string, unknown>;

type Run = (exports: Exports, require: (name: string) => unknown) => void;

interface Definition {
  /** The chunks that it needs before it runs. */
  readonly imports: readonly string[];
  readonly run: Run;
}

/** The workers: the code of `quick` comes with the page, and that of the others is loaded when they start. */
export type WorkerName = 'quick' | 'analysis' | 'readers';

/** What chunks call. */
export interface ChunkRegistry {
  /** Defines a chunk. */
  define(name: string, imports: readonly string[], run: Run): void;
  /**
   * Runs the first chunk.
   *
   * @param workers the chunk that each worker runs
   */
  start(name: string, workers: Readonly<Record<WorkerName, string>>): void;
  /** Starts a worker from chunks that the page has. Browsers refuse workers from files on disk, but not those of a page's own text. */
  startWorker(worker: WorkerName): Worker;
  /** Starts a worker after loading its chunks. */
  startLateWorker(worker: WorkerName): Promise<Worker>;
}

declare global {
  var inspectorChunks: ChunkRegistry;
}

const definitions = new Map<string, Definition>();
const exported = new Map<string, Exports>();
/** Requested chunks: a promise that resolves when the chunk is defined, and the function that resolves it. */
const requests = new Map<string, Promise<void>>();
const arrivals = new Map<string, () => void>();

/** Whether every chunk is in the page, so that none is requested. */
const isSingleFile = document.currentScript?.hasAttribute('src') === false;

/**
 * A chunk's exports; a promise of them if the chunk has to be loaded, which the build only asks for where the source says
 * `import(…)`.
 */
function require(name: string): unknown {
  const definition = definitions.get(name);
  if (definition === undefined) return defined(name).then(() => require(name));
  let exports = exported.get(name);
  if (exports === undefined) {
    exports = {};
    exported.set(name, exports);
    definition.run(exports, require);
  }
  return exports;
}

/** Resolves when a chunk and all that it imports are defined. */
async function defined(name: string): Promise<void> {
  if (!definitions.has(name)) await requested(name);
  await Promise.all(definitions.get(name)?.imports.map(defined) ?? []);
}

function requested(name: string): Promise<void> {
  let request = requests.get(name);
  if (request === undefined) {
    request = new Promise((resolve, reject) => {
      arrivals.set(name, resolve);
      if (!isSingleFile) appendScript(name, reject);
    });
    requests.set(name, request);
  }
  return request;
}

function appendScript(name: string, fail: (reason: Error) => void): void {
  const script = document.createElement('script');
  script.src = name;
  script.addEventListener('error', () => {
    requests.delete(name); // so that the next import tries again
    fail(new Error(`${name} cannot be loaded.`));
  });
  document.head.append(script);
}

/** A chunk and those that it imports, directly or not. */
function withImports(name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const found of names)
    for (const imported of definitions.get(found)?.imports ?? []) names.add(imported);
  return names;
}

/** Runs in the worker, as text, so it must not use anything outside of itself. */
function runInWorker(name: string, runs: { readonly [name: string]: Run }): void {
  const exported: { [name: string]: Exports } = {};
  const require = (wanted: string): Exports => {
    let exports = exported[wanted];
    if (exports === undefined) {
      exports = {};
      exported[wanted] = exports;
      runs[wanted]?.(exports, require);
    }
    return exports;
  };
  require(name);
}

function workerScript(name: string): string {
  const runs = [...withImports(name)].map(
    (chunk) => `${JSON.stringify(chunk)}:${definitions.get(chunk)?.run}`,
  );
  return `(${runInWorker})(${JSON.stringify(name)},{${runs.join()}})`;
}

function startedWorker(name: string): Worker {
  const url = URL.createObjectURL(new Blob([workerScript(name)], { type: 'text/javascript' }));
  return new Worker(url);
}

let chunkOf: Readonly<Record<WorkerName, string>>;

globalThis.inspectorChunks = {
  define(name, imports, run) {
    definitions.set(name, { imports, run });
    arrivals.get(name)?.();
  },
  start(name, workers) {
    chunkOf = workers;
    require(name);
  },
  startWorker: (worker) => startedWorker(chunkOf[worker]),
  async startLateWorker(worker) {
    await defined(chunkOf[worker]);
    return startedWorker(chunkOf[worker]);
  },
};
