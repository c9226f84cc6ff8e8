/** The example that docs/internals/matcher.md begins with is what the code does. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesOf } from '../../src/match/matcher.js';
import { mayContain, OCTET_KINDS, presenceBit } from '../../src/match/octet-forms.js';
import { readRequestPath } from '../../src/match/request-path.js';
import { candidatesOf } from '../../src/match/rules.js';
import { parseSync } from '../../src/parse.js';
import { PROFILES } from '../../src/profiles.js';
import * as Row from '../../src/stream/row.js';

const page = readFileSync('docs/internals/matcher.md', 'utf8');
const example = page.slice(page.indexOf('## One example'), page.indexOf('## From a URL'));
const FILE = /^```\n(User-agent:[^`]*)```$/m.exec(example)?.[1] ?? '';
const URL_TEXT = /`(https:[^`]*)`/.exec(example)?.[1] ?? '';

const { rfc9309 } = PROFILES;
const document = parseSync(FILE);
const { selection, compiled } = rulesOf(document.matcher({ agents: 'ExampleBot' }));
const { rows, at } = compiled.table;
const candidates = candidatesOf(compiled.table, rfc9309.rules);
const { patterns, patternOfRank } = candidates;
const ruleOfRank = patternOfRank.map((pattern) => patterns.rules[pattern]);
const lineOfRule = (rule: number): number => rows[at[rule] + Row.LINE];
const textOf = (octets: Uint8Array, start: number, end: number): string =>
  new TextDecoder().decode(octets.subarray(start, end));
const partText = (part: number): string =>
  textOf(patterns.text, patterns.partBounds[part], patterns.partBounds[part + 1]);

/** The rows of the table in the page whose head begins with a word, without white space around cells. */
function tableRows(head: string): string[][] {
  const [, , ...rows] = (example.split(`\n| ${head} |`)[1] ?? '').split('\n\n')[0]?.split('\n') ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the path, and its signature', () => {
  const request = readRequestPath(URL_TEXT, OCTET_KINDS.canonical);
  const path = textOf(request.octets, request.start, request.end);
  expect(example).toContain(`becomes the octets \`${path}\``);
  const has = (character: string): boolean =>
    mayContain(request.signature, presenceBit(character.charCodeAt(0)));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].filter(has).join(' ');
  expect(example).toContain(`the path has a \`?\`, a \`=\`, and the letters ${letters}.`);
  expect(['?', '=', '!'].map(has)).toEqual([true, true, false]);
});

test('the selection', () => {
  expect(selection.selectedBy).toBe('wildcard');
  expect(at.map((_, rule) => lineOfRule(rule))).toEqual([2, 3, 4, 5]);
});

test('the scan: which rules match alone, and with what length', () => {
  for (const [line, pattern, result] of tableRows('line')) {
    expect(FILE.split('\n')[Number(line) - 1]).toContain(`: ${pattern?.replaceAll('`', '')}`);
    const alone = parseSync(`user-agent: *\ndisallow: ${pattern?.replaceAll('`', '')}`).matcher({
      agents: 'a',
    });
    expect([line, !alone.isAllowed(URL_TEXT)]).toEqual([line, result?.startsWith('matches')]);
    const rank = ruleOfRank.findIndex((rule) => lineOfRule(rule) === Number(line));
    const length = / length (\d+)/.exec(result ?? '')?.[1] ?? patterns.lengths[patternOfRank[rank]];
    expect(Number(length)).toBe(patterns.lengths[patternOfRank[rank]]);
  }
  expect(document.matcher({ agents: 'a' }).check(URL_TEXT).rule?.line).toBe(4);
});

test('the ranks and the parts', () => {
  const rows = Array.from(patternOfRank, (pattern, rank) => {
    const [first, end] = [patterns.firstPart[pattern], patterns.firstPart[pattern + 1]];
    const parts = Array.from({ length: end - first }, (_, i) => `\`${partText(first + i)}\``).join(' ');
    const isAnchored = patterns.anchored[pattern] === 1 ? 'yes' : 'no';
    return [rank, lineOfRule(ruleOfRank[rank]), patterns.lengths[pattern], parts, isAnchored].map(String);
  });
  expect(tableRows('rank')).toEqual(rows);
});
