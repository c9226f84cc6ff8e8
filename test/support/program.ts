/** Runs a TypeScript file of the tests in a process of its own: bundled first, since Node 20 reads no TypeScript. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { ENTRY_POINTS, ROOT } from '../../scripts/packages.mjs';

/** Below node_modules, so that the bundle finds the packages that it does not contain. */
const FOLDER = join(ROOT, 'node_modules/.cache/robotstream-tests');

const packagesFromSource = {
  name: 'packages-from-source',
  resolveId: (id: string) => (ENTRY_POINTS[id] === undefined ? null : join(ROOT, ENTRY_POINTS[id])),
};

/** A program that can be started any number of times. */
export interface Program {
  /** The bundle, a JavaScript module. */
  readonly file: string;
  /** Starts it; its arguments are JSON. */
  start(argument: unknown, options?: { readonly node?: readonly string[] }): Child;
  remove(): void;
}

/** A process, and the lines that it writes. */
export interface Child {
  readonly process: ChildProcess;
  /** Reads the next line of its output, as JSON. @throws if the output ends first */
  next<Value>(): Promise<Value>;
  /** Resolves to its exit code, or null if it was killed. */
  readonly ended: Promise<number | null>;
}

/** Makes a program from a file and its imports. */
export async function program(entry: URL): Promise<Program> {
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const file = join(FOLDER, name, 'main.mjs');
  mkdirSync(join(FOLDER, name), { recursive: true });
  const bundle = await rolldown({
    input: fileURLToPath(entry),
    platform: 'node',
    external: (id) => /^(?![./])/.test(id) && !Object.hasOwn(ENTRY_POINTS, id),
    plugins: [packagesFromSource],
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return {
    file,
    start: (argument, { node = [process.execPath] } = {}) => start([...node, file, JSON.stringify(argument)]),
    remove: () => rmSync(join(FOLDER, name), { recursive: true, force: true }),
  };
}

function start([command, ...args]: readonly string[]): Child {
  if (command === undefined) throw new TypeError('no command');
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return {
    process: child,
    ended,
    next: async <Value>() => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the process ended (${await ended}) and wrote nothing more`);
      return JSON.parse(value) as Value;
    },
  };
}
