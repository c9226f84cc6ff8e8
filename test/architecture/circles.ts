/** Import circles among a set of source files: types, re-exports and `import()` count as imports, too. */
import { posix } from 'node:path';
import { referencesOf } from './references.js';

/**
 * A shortest circle through each file that is on one, without repeats.
 *
 * @param files text by path relative to one folder, with `/`
 * @returns each circle once, from its first file by name: `a.ts → b.ts → a.ts`
 */
export function importCircles(files: ReadonlyMap<string, string>): string[] {
  const importsOf = new Map(
    Array.from(files, ([path, text]) => [
      path,
      importedFiles(path, text).map((file) => inSource(file, files)),
    ]),
  );
  const circles = new Set<string>();
  for (const path of files.keys()) {
    const circle = shortestCircle(path, importsOf);
    if (circle !== undefined) circles.add(fromFirstByName(circle));
  }
  return [...circles].sort();
}

/** The source of a module: `a.ts` or `a.tsx`. */
function inSource(module: string, files: ReadonlyMap<string, string>): string {
  const typed = module.replace(/\.js$/, '.ts');
  return files.has(`${typed}x`) ? `${typed}x` : typed;
}

/** The modules that a file imports, by their paths relative to the folder of the files. */
function importedFiles(path: string, text: string): string[] {
  const imports = referencesOf(path, text).flatMap((reference) =>
    reference.kind === 'import' && reference.specifier?.startsWith('.') ? [reference.specifier] : [],
  );
  return imports.map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** Breadth first, so that the circle found is a shortest one. Its files in order, the first one not repeated. */
function shortestCircle(start: string, importsOf: ReadonlyMap<string, string[]>): string[] | undefined {
  const waysTo = new Map<string, string[]>([[start, [start]]]);
  for (const [path, way] of waysTo) {
    for (const imported of importsOf.get(path) ?? []) {
      if (imported === start) return way;
      if (!waysTo.has(imported)) waysTo.set(imported, [...way, imported]);
    }
  }
  return undefined;
}

function fromFirstByName(circle: readonly string[]): string {
  const first = circle.indexOf([...circle].sort()[0]);
  const turned = [...circle.slice(first), ...circle.slice(0, first)];
  return [...turned, turned[0]].join(' → ');
}
