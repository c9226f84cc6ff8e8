/** The entry points of the package, as its `exports` list them. */
import { readFileSync } from 'node:fs';

type Condition = string | { readonly [condition: string]: Condition };

const { name: PACKAGE, exports } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly name: string; readonly exports: Readonly<Record<string, Condition>> };

/** The source file of each entry point, by the name that an import gives: `robotstream/web` → `src/core.ts`. */
export const ENTRY_POINTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(exports)
    .map(([path, condition]) => [PACKAGE + path.slice(1), moduleOf(condition)] as const)
    .filter(([, module]) => module.endsWith('.js'))
    .map(([name, module]) => [name, module.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')]),
);

/** The module that Node loads. */
function moduleOf(condition: Condition): string {
  return typeof condition === 'string' ? condition : moduleOf(condition.default);
}
