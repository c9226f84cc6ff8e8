/** What the entry points export: each name with its declaration and the doc comment above it, read from the sources. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { ENTRY_POINTS, PUBLIC_ENTRIES } from '../../../scripts/packages.mjs';
import type { Node } from '../../architecture/syntax.js';

export interface PublicName {
  readonly name: string;
  /** The file that declares it, from the root of the repository. */
  readonly file: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant';
  /** The text between the marks of its doc comment, without the asterisks; undefined if it has none. */
  readonly comment: string | undefined;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly statements: readonly Node[];
  readonly comments: readonly Comment[];
}

interface Comment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const files = new Map<string, SourceFile>();

const KINDS: Readonly<Record<string, PublicName['kind']>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'constant',
};

/**
 * Every name that a module exports, by the name.
 *
 * @param path from the root of the repository
 * @throws {Error} if a name is exported in a way that this does not know
 */
export function publicNames(path: string): Map<string, PublicName> {
  const file = parsed(path);
  const names = new Map<string, PublicName>();
  for (const statement of file.statements) {
    const from = (statement.source as { value: string } | null | undefined)?.value;
    if (statement.type === 'ExportAllDeclaration') {
      for (const [name, found] of publicNames(moduleOf(path, from as string))) names.set(name, found);
    } else if (statement.type === 'ExportNamedDeclaration' && statement.declaration === null) {
      for (const { local, exported } of statement.specifiers as {
        local: Named;
        exported: Named & { readonly value: string };
      }[]) {
        const source = from ?? importOf(file, local.name);
        const found =
          source === undefined
            ? declarationIn(file, local.name)
            : publicNames(moduleOf(path, source)).get(local.name);
        if (found === undefined) throw new Error(`${path}: where is ${local.name} declared?`);
        const name = exported.name ?? exported.value;
        names.set(name, { ...found, name });
      }
    } else if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') {
      for (const found of declared(file, statement.declaration as Node, statement.start))
        names.set(found.name, found);
    }
  }
  return names;
}

interface Named {
  readonly name: string;
}

function parsed(path: string): SourceFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const { program, comments, errors } = parseSync(path, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const file: SourceFile = { path, text, statements: program.body as unknown as Node[], comments };
  files.set(path, file);
  return file;
}

/** The source file that an import of a file leads to. */
function moduleOf(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return ENTRY_POINTS[specifier] as string;
  return posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts'));
}

/** Where a file imports a name from; undefined if it does not. */
function importOf({ statements }: SourceFile, name: string): string | undefined {
  const found = statements.find(
    ({ type, specifiers }) =>
      type === 'ImportDeclaration' &&
      (specifiers as { local: Named }[]).some(({ local }) => local.name === name),
  );
  return (found?.source as { value: string } | undefined)?.value;
}

function declarationIn(file: SourceFile, name: string): PublicName | undefined {
  return file.statements
    .flatMap((statement) => declared(file, (statement.declaration ?? statement) as Node, statement.start))
    .find((found) => found.name === name);
}

/** The names that a declaration declares. @param start where its statement starts, with `export` */
function declared(file: SourceFile, declaration: Node, start: number): PublicName[] {
  const kind = KINDS[declaration.type];
  if (kind === undefined) return [];
  const { id, declarations } = declaration as unknown as { id: Named; declarations: { id: Named }[] };
  const comment = commentBefore(file, start);
  const names = kind === 'constant' ? declarations.map((one) => one.id.name) : [id.name];
  return names.map((name) => ({ name, file: file.path, kind, comment }));
}

/** The text of the doc comment right above a place. A comment of one line for a tool may be between them. */
function commentBefore(
  { text, comments }: Pick<SourceFile, 'text' | 'comments'>,
  place: number,
): string | undefined {
  const comment = comments.filter(({ end }) => end <= place).at(-1);
  if (comment?.type === 'Line') return commentBefore({ text, comments }, comment.start);
  if (comment === undefined || !comment.value.startsWith('*')) return undefined;
  if (text.slice(comment.end, place).trim() !== '') return undefined;
  return comment.value.replaceAll(/^\s*\* ?/gm, '').trim();
}

/** The code of the example in a doc comment; undefined if it has none. */
export function exampleIn(comment: string | undefined): string | undefined {
  return comment?.match(/^@example\n```js\n(.*?)^```$/ms)?.[1];
}

/** The examples of all public names, each once. */
export function examplesOfNames(): [name: string, code: string][] {
  const names = PUBLIC_ENTRIES.flatMap((entry) => [...publicNames(ENTRY_POINTS[entry] as string).values()]);
  const codes = new Map<string, string>();
  for (const { name, comment } of names) {
    const code = exampleIn(comment);
    if (code !== undefined) codes.set(code, name);
  }
  return Array.from(codes, ([code, name]) => [name, code]);
}
