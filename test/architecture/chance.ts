/**
 * What makes a test fail by chance: timers, timeouts of its own, retries, and modules replaced in a process that other tests
 * share. Found in the syntax of a file of tests.
 */
import { parseSync } from 'vite';
import { isNode, type Node, visit } from './syntax.js';

/** Functions of vitest that take options or a timeout. */
const REGISTERING = new Set([
  'test',
  'it',
  'describe',
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
  'onTestFinished',
]);

/** Methods of `vi` that wait by a clock, or set a timeout. */
const WAITING = new Set(['setConfig', 'waitFor', 'waitUntil']);

/** Methods of `vi` that replace a module, for all files of tests that share the process. */
const REPLACING = new Set(['mock', 'doMock', 'resetModules']);

/** A file of tests with a process of its own. */
const ISOLATED = /\.isolated\.test\.ts$/;

const FORBIDDEN_OPTIONS = new Set(['timeout', 'retry', 'repeats']);

/** @returns one line for each place: `3 calls setTimeout` */
export function chancesIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text, { lang: 'ts', sourceType: 'module' });
  const found: string[] = [];
  visit(program as unknown as Node, (node) => {
    const complaint =
      node.type === 'CallExpression' ? complaintAboutCall(node, path) : complaintAboutImport(node);
    if (complaint !== undefined) found.push(`${text.slice(0, node.start).split('\n').length} ${complaint}`);
    return 'inside';
  });
  return found;
}

function complaintAboutImport(node: Node): string | undefined {
  if (node.type !== 'ImportDeclaration' || !isNode(node.source)) return undefined;
  if (!/^(node:)?timers\/promises$/.test(String(node.source.value))) return undefined;
  const specifiers = node.specifiers as Node[];
  const names = specifiers.map(({ imported }) => (isNode(imported) ? imported.name : '*'));
  return names.every((name) => name === 'setImmediate') ? undefined : 'imports timers';
}

function complaintAboutCall(node: Node, path: string): string | undefined {
  const callee = node.callee as Node;
  if (callee.type === 'Identifier' && /^set(Timeout|Interval)$/.test(String(callee.name))) {
    return `calls ${callee.name}`;
  }
  if (callee.type === 'MemberExpression' && nameOf(callee.object) === 'expect') {
    return nameOf(callee.property) === 'poll' ? 'calls expect.poll' : undefined;
  }
  if (callee.type === 'MemberExpression' && nameOf(callee.object) === 'vi') {
    const method = String(nameOf(callee.property));
    const isForbidden = WAITING.has(method) || (REPLACING.has(method) && !ISOLATED.test(path));
    return isForbidden ? `calls vi.${method}` : undefined;
  }
  if (!REGISTERING.has(String(rootOf(callee)))) return undefined;
  const given = node.arguments as Node[];
  const options = given.filter(({ type }) => type === 'ObjectExpression').flatMap(keysOf);
  const forbidden = options.find((key) => FORBIDDEN_OPTIONS.has(key));
  if (forbidden !== undefined) return `sets ${forbidden}`;
  const body = given.findIndex(({ type }) => /Function/.test(type));
  return body !== -1 && body < given.length - 1 ? 'sets a timeout' : undefined;
}

/** `test` of `test`, `test.each(…)`, `test.runIf(…).each(…)`. */
function rootOf(callee: Node): unknown {
  if (callee.type === 'CallExpression') return rootOf(callee.callee as Node);
  if (callee.type === 'MemberExpression') return rootOf(callee.object as Node);
  return nameOf(callee);
}

function keysOf(object: Node): string[] {
  return (object.properties as Node[]).map(({ key }) => String(nameOf(key)));
}

function nameOf(value: unknown): unknown {
  return isNode(value) && value.type === 'Identifier' ? value.name : undefined;
}
