/** Reads from one TypeScript file what it refers to: every import in any form, and every `RegExp` made at run time. */
import { parseSync } from 'vite';
import { isNode, type Node, visit } from './syntax.js';

export type Reference =
  /** `import`, `import type`, `export … from`, `import(…)`, `import(…).Type`, `require(…)`; no specifier: it is not a literal. */
  | { readonly kind: 'import'; readonly line: number; readonly specifier: string | undefined }
  /** `RegExp` as a value, other than called with a literal. */
  | { readonly kind: 'dynamic-regexp'; readonly line: number };

/** @throws {SyntaxError} if the file cannot be parsed */
export function referencesOf(path: string, text: string): Reference[] {
  const { program, errors } = parseSync(path, text, {
    lang: path.endsWith('.tsx') ? 'tsx' : 'ts',
    sourceType: 'module',
  });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const found: Reference[] = [];
  visit(program as unknown as Node, (node) => {
    const line = text.slice(0, node.start).split('\n').length;
    if (isImport(node)) {
      found.push({ kind: 'import', line, specifier: literal(node.source ?? node.expression) });
      return 'inside';
    }
    if (isCallOf(node, 'require')) {
      found.push({ kind: 'import', line, specifier: literal(firstArgument(node)) });
      return 'inside';
    }
    if (isCallOf(node, 'RegExp') && literal(firstArgument(node)) !== undefined) return 'past';
    if (node.type === 'TSTypeReference' && isIdentifier(node.typeName, 'RegExp')) return 'past';
    if (isIdentifier(node, 'RegExp')) found.push({ kind: 'dynamic-regexp', line });
    return 'inside';
  });
  return found;
}

const IMPORTS: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
]);

/** Whether a node names another module; an `export` without `from` has no source. */
function isImport(node: Node): boolean {
  return IMPORTS.has(node.type) && isNode(node.source ?? node.expression);
}

function isCallOf(node: Node, callee: string): boolean {
  return (
    (node.type === 'CallExpression' || node.type === 'NewExpression') && isIdentifier(node.callee, callee)
  );
}

function firstArgument(node: Node): unknown {
  return (node.arguments as unknown[])[0];
}

function isIdentifier(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}

/** The text of a string or regular expression literal. */
function literal(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'Literal') return undefined;
  if (isPattern(value.regex)) return value.regex.pattern;
  return typeof value.value === 'string' ? value.value : undefined;
}

function isPattern(value: unknown): value is { pattern: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value;
}
