/** Edits of real files that no crawler notices. */
import type { Random } from './random.js';

export interface HarmlessEdit {
  readonly name: string;
  /** Null if the file does not suit it. */
  edit(file: string, random: Random): string | null;
}

const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;

/** The lines of a file, with their ends. */
function linesOf(file: string): string[] {
  return (file.match(LINE) ?? []).filter((line) => line !== '');
}

/** A file with each line replaced that has a field of this kind. */
function withFields(file: string, fields: RegExp, replace: (line: string) => string): string {
  return linesOf(file)
    .map((line) => (fields.test(line) ? replace(line) : line))
    .join('');
}

const RULE = /^[ \t]*(?:dis)?allow[ \t]*:/i;
const FIELD = /^[ \t]*(?:user-agent|disallow|allow|sitemap)[ \t]*:/i;
const SITEMAP = /^[ \t]*sitemap[ \t]*:/i;
const AGENT = /^[ \t]*user-agent[ \t]*:/i;

/** Ends the last line, so that something can follow it. */
const ended = (file: string): string => (/[\r\n]$/.test(file) || file === '' ? file : `${file}\n`);

/** The groups of a file in which nothing stands between groups but blank lines: text before, and each group. Null for any other. */
function groupsOf(file: string): { readonly head: string; readonly groups: readonly string[] } | null {
  const lines = linesOf(ended(file));
  if (lines.some((line) => !/^\s*$|^\s*#|^[ \t]*(?:user-agent|disallow|allow)[ \t]*:/i.test(line)))
    return null;
  const groups: string[][] = [];
  const head: string[] = [];
  let hasRule = true;
  for (const line of lines) {
    if (AGENT.test(line) && hasRule) {
      groups.push([]);
      hasRule = false;
    }
    if (RULE.test(line)) hasRule = true;
    (groups.at(-1) ?? head).push(line);
  }
  const isWhole =
    groups.every((group) => group.some((line) => RULE.test(line))) && !head.some((line) => RULE.test(line));
  return isWhole && groups.length > 1
    ? { head: head.join(''), groups: groups.map((group) => group.join('')) }
    : null;
}

export const HARMLESS: readonly HarmlessEdit[] = [
  {
    name: 'a comment at the start',
    edit: (file) => `# updated 2026-11-26\n${file.replace(/^(?:\ufeff|\xef\xbb\xbf)/, '')}`,
  },
  { name: 'a comment at the end', edit: (file) => `${ended(file)}# the end` },
  {
    name: 'a comment in a line',
    edit: (file, random) =>
      withFields(file, RULE, (line) =>
        random.below(3) > 0 ? line : line.replace(/[ \t]*(?=[\r\n]|$)/, ' # why$&'),
      ),
  },
  {
    name: 'comments are removed',
    edit: (file) =>
      linesOf(file)
        .filter((line) => !/^[ \t]*#/.test(line))
        .join(''),
  },
  {
    name: 'white space at the end of lines',
    edit: (file) => withFields(file, FIELD, (line) => line.replace(/(?=[\r\n]|$)/, ' \t')),
  },
  {
    name: 'white space around colons',
    edit: (file) => withFields(file, FIELD, (line) => line.replace(/[ \t]*:[ \t]*/, ' :\t')),
  },
  { name: 'lines are indented', edit: (file) => withFields(file, RULE, (line) => `  ${line}`) },
  {
    name: 'blank lines at both ends',
    edit: (file) => `\n\n${file.replace(/^(?:\ufeff|\xef\xbb\xbf)/, '')}\n\n`,
  },
  {
    name: 'fields in capitals',
    edit: (file) => withFields(file, FIELD, (line) => line.replace(/^[^:]*/, (field) => field.toUpperCase())),
  },
  {
    name: 'fields in small letters',
    edit: (file) => withFields(file, FIELD, (line) => line.replace(/^[^:]*/, (field) => field.toLowerCase())),
  },
  {
    name: 'names in capitals',
    edit: (file) => withFields(file, AGENT, (line) => line.replace(/:[^#]*/, (name) => name.toUpperCase())),
  },
  {
    name: 'a byte order mark',
    edit: (file) => (/^(?:\ufeff|\xef\xbb\xbf)/.test(file) ? null : `\xef\xbb\xbf${file}`),
  },
  { name: 'CR LF', edit: (file) => file.replaceAll(/\r\n|\n|\r/g, '\r\n') },
  { name: 'LF', edit: (file) => file.replaceAll(/\r\n|\n|\r/g, '\n') },
  { name: 'no end of the last line', edit: (file) => file.replace(/[\r\n]+$/, '') },
  {
    name: 'sitemaps in another order, at the end',
    edit: (file) => {
      const lines = linesOf(ended(file));
      const sitemaps = lines.filter((line) => SITEMAP.test(line));
      return sitemaps.length === 0
        ? null
        : [...lines.filter((line) => !SITEMAP.test(line)), ...sitemaps.reverse()].join('');
    },
  },
  { name: 'a sitemap more', edit: (file) => `${ended(file)}Sitemap: https://www.example.com/more.xml\n` },
  {
    name: 'rules twice',
    edit: (file) => withFields(ended(file), RULE, (line) => line + line),
  },
  {
    name: 'rules of each group in another order',
    edit: (file) => {
      const found = groupsOf(file);
      if (found === null) return null;
      const turned = found.groups.map((group) => {
        const lines = linesOf(group);
        const rules = lines.filter((line) => RULE.test(line)).reverse();
        return lines.map((line) => (RULE.test(line) ? rules.shift() : line)).join('');
      });
      return found.head + turned.join('');
    },
  },
  {
    name: 'groups in another order',
    edit: (file) => {
      const found = groupsOf(file);
      return found === null ? null : found.head + [...found.groups].reverse().join('\n');
    },
  },
  {
    name: 'a star at the end of patterns',
    edit: (file) =>
      withFields(file, RULE, (line) => line.replace(/(:[ \t]*\/[^\s#*$]*)(?=[ \t]*[\r\n]|$)/, '$1*')),
  },
  {
    name: 'a group for a crawler that obeyed the same rules',
    edit: (file) => {
      const found = groupsOf(file);
      const all = found?.groups.filter((group) => /^[ \t]*user-agent[ \t]*:[ \t]*\*[ \t]*$/im.test(group));
      if (all?.length !== 1 || /newbot/i.test(file) || (all[0]?.match(/user-agent/gi)?.length ?? 0) > 1)
        return null;
      return `${ended(file)}\n${all[0]?.replace(/^([ \t]*user-agent[ \t]*:[ \t]*)\*/im, '$1NewBot')}`;
    },
  },
  {
    name: 'a group that allows what was allowed',
    edit: (file) =>
      /disallow[ \t]*:[ \t]*\S/i.test(file) ? null : `${ended(file)}\nUser-agent: OtherBot\nAllow: /\n`,
  },
];
