/** What may import what (ARCHITECTURE.md, "The flow"), as one table, and the check of files against it. */
import { posix } from 'node:path';
import { ENTRY_POINTS } from '../support/entry-points.js';
import { type Reference, referencesOf } from './references.js';

const ENTRY_SOURCES: ReadonlySet<string> = new Set(Object.values(ENTRY_POINTS));

export type Layer =
  | 'leaf'
  | 'stream'
  | 'node-shell'
  | 'ast'
  | 'match'
  | 'usage'
  | 'composition'
  | 'compare'
  | 'compat'
  | 'crawlers'
  | 'lint'
  | 'access'
  | 'cache'
  | 'client'
  | 'survey'
  | 'index'
  | 'cli';

interface LayerRules {
  /** Layers whose files it may import; its own is always among them. */
  readonly layers: readonly Layer[];
  /** Whether it may import every entry point of the package. */
  readonly entryPoints?: boolean;
  /** Whether it may import `node:*`. */
  readonly node: boolean;
  /** npm packages that it may import. */
  readonly packages: readonly string[];
  /** Whether a `RegExp` may be made from anything but a literal. */
  readonly dynamicRegExp: boolean;
}

const CORE = { node: false, packages: [], dynamicRegExp: false };
export const CORE_LAYERS = ['leaf', 'stream', 'ast', 'match', 'usage', 'composition'] as const;
const ACCESS_LAYERS = [...CORE_LAYERS, 'access'] as const;
const CLIENT_LAYERS = [...ACCESS_LAYERS, 'cache', 'client'] as const;

export const LAYERS: Readonly<Record<Layer, LayerRules>> = {
  leaf: { ...CORE, layers: ['leaf'] },
  stream: { ...CORE, layers: ['leaf', 'stream'] },
  'node-shell': { ...CORE, layers: ['leaf', 'stream', 'node-shell'], node: true },
  ast: { ...CORE, layers: ['leaf', 'stream', 'ast'] },
  match: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match'] },
  usage: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match', 'usage'] },
  composition: { ...CORE, layers: CORE_LAYERS },
  compare: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match', 'compare'] },
  crawlers: { ...CORE, layers: [...CORE_LAYERS, 'compare', 'crawlers'] },
  lint: { ...CORE, layers: [...CORE_LAYERS, 'compare', 'crawlers', 'lint'] },
  compat: { ...CORE, layers: [...CORE_LAYERS, 'compat'] },
  access: { layers: ACCESS_LAYERS, node: true, packages: ['undici', 'basic-ftp'], dynamicRegExp: true },
  cache: {
    layers: [...ACCESS_LAYERS, 'cache'],
    node: true,
    packages: ['http-cache-semantics', '@redis/client', 'node-sqlite3-wasm'],
    dynamicRegExp: true,
  },
  client: { layers: CLIENT_LAYERS, node: false, packages: [], dynamicRegExp: true },
  survey: {
    layers: [...ACCESS_LAYERS, 'cache', 'compare', 'crawlers', 'survey'],
    node: true,
    packages: ['hyparquet', 'hyparquet-writer', 'bullmq', '@redis/client'],
    dynamicRegExp: false,
  },
  index: { ...CORE, layers: [...CORE_LAYERS, 'node-shell', 'index'] },
  cli: {
    layers: ['cli'],
    entryPoints: true,
    node: true,
    packages: ['stream-chain', 'proxy-from-env'],
    dynamicRegExp: true,
  },
};

/** Files at the top of `src` that are more than leaves. */
export const TOP_FILES: ReadonlyMap<string, Layer> = new Map([
  ['core.ts', 'composition'],
  ['parse.ts', 'composition'],
  ['robots-document.ts', 'composition'],
  ['index.ts', 'index'],
]);

const FOLDERS: ReadonlySet<string> = new Set([
  'stream',
  'ast',
  'match',
  'usage',
  'compare',
  'compat',
  'crawlers',
  'lint',
  'access',
  'cache',
  'client',
  'survey',
  'cli',
]);

/** The layer of a file, its path relative to `src`; `undefined` if the table knows no such folder. */
function layerOf(path: string): Layer | undefined {
  const [folder = '', ...rest] = path.split('/');
  if (rest.length === 0) return TOP_FILES.get(path) ?? 'leaf';
  if (folder === 'stream' && /^node-[^/]*$/.test(rest.join('/'))) return 'node-shell';
  return FOLDERS.has(folder) ? (folder as Layer) : undefined;
}

/**
 * How a set of source files violates the table.
 *
 * @param files text by path relative to `src`, with `/`
 * @returns one line for each violation: `stream/lines.ts:3 …`
 */
export function violations(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    const layer = layerOf(path);
    if (layer === undefined) {
      found.push(`${path}:1 is in a folder that the table of layers does not know`);
      continue;
    }
    for (const reference of referencesOf(path, text)) {
      const complaint = complaintAbout(reference, path, layer);
      if (complaint !== undefined) found.push(`${path}:${reference.line} ${complaint}`);
    }
  }
  return found;
}

function complaintAbout(reference: Reference, from: string, layer: Layer): string | undefined {
  const rules = LAYERS[layer];
  if (reference.kind === 'dynamic-regexp') {
    return rules.dynamicRegExp ? undefined : `${layer} makes a RegExp of something that is not a literal`;
  }
  const { specifier } = reference;
  if (specifier === undefined) return `${layer} imports something that is not a literal`;
  if (specifier.startsWith('node:')) {
    return rules.node ? undefined : `${layer} may not import ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    return rules.packages.includes(name) ? undefined : `${layer} may not import the package ${name}`;
  }
  if (!specifier.endsWith('.js')) return `imports ${specifier}; relative imports end with .js`;
  const target = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
  if (target.startsWith('../')) return `imports ${specifier}, which is outside src`;
  const targetLayer = layerOf(target);
  const mayImport =
    (targetLayer !== undefined && rules.layers.includes(targetLayer)) ||
    (rules.entryPoints === true && ENTRY_SOURCES.has(`src/${target}`));
  return mayImport
    ? undefined
    : `${layer} may not import ${targetLayer ?? 'an unknown folder'} (${specifier})`;
}
