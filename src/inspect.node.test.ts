/** What `console.log` shows: the text of a file, not offsets alone. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parseSync } from './parse.js';
import { LineParser } from './stream/line-parser.js';

const FILE = 'User-agent: *\nDisallow: /private # ours\n';

function eventsOf(text: string): unknown[] {
  return new LineParser().write(new TextEncoder().encode(text));
}

test('an event', () => {
  const [, , rule] = eventsOf(FILE);
  expect(inspect(rule)).toBe(`LineEvent {
  type: 'disallow',
  line: 2,
  span: { start: 14, end: 39 },
  terminator: '\\n',
  field: { start: 14, end: 22, text: 'Disallow' },
  value: { start: 24, end: 32, text: '/private' },
  comment: { start: 33, end: 39, text: '# ours' }
}`);
  expect(inspect({ a: { b: { c: { rule } } } })).toContain('[Object]');
  expect(inspect([[[rule]]])).toContain('[LineEvent]');
});

test('a document', () => {
  const shown = inspect(parseSync(FILE), { depth: 4 });
  expect(shown).toMatch(/^RobotsDocument \{\n {2}size: 40,\n {2}lineCount: 2,/);
  expect(shown).toContain("name: '*'");
  expect(shown).toContain("pattern: '/private'");
});

test('a node', () => {
  const [group] = parseSync(FILE).groups;
  expect(inspect(group.rules[0])).toBe(`Rule {
  line: 2,
  field: OctetText { start: 14, end: 22, text: 'Disallow' },
  value: OctetText { start: 24, end: 32, text: '/private' },
  directive: 'disallow',
  pattern: '/private'
}`);
  expect(inspect(group, { depth: 1 })).toBe(
    'Group { userAgents: [ [UserAgentLine] ], rules: [ [Rule] ], extensions: [] }',
  );
});

test('every node has the name of its type', () => {
  const file =
    '# c\nUser-agent: a\nCrawl-delay: 1\nDisallow: /\nSitemap: https://example.com/\nNoindex: /x\nHost: b\n';
  const { groups, sitemaps, otherRecords, comments } = parseSync(file);
  const [{ userAgents, rules, extensions }] = groups;
  const nodes = [groups, userAgents, rules, extensions, sitemaps, otherRecords, comments];
  const names = nodes.map(([node]) => inspect(node, { depth: -1 }));
  expect(names).toEqual([
    '[Group]',
    '[UserAgentLine]',
    '[Rule]',
    '[ExtensionRecord]',
    '[Sitemap]',
    '[OtherRecord]',
    '[CommentNode]',
  ]);
});

test('a verdict', () => {
  const verdict = parseSync(FILE).matcher({ agents: 'FooBot' }).check('/private/a');
  const shown = inspect(verdict);
  expect(shown).toContain("value: OctetText { start: 24, end: 32, text: '/private' }");
  expect(shown).toContain('allowed: false');
});

test('a text', () => {
  const [sitemap] = parseSync('Sitemap: https://example.com/a.xml').sitemaps;
  expect(inspect(sitemap.field)).toBe("OctetText { start: 0, end: 7, text: 'Sitemap' }");
});

test('a verdict', () => {
  const verdict = parseSync(FILE).matcher({ agents: 'a' }).check('/private');
  expect(inspect(verdict)).toMatch(
    /^Verdict \{\n {2}allowed: false,\n {2}reason: 'disallow-rule',\n {2}rule: /,
  );
});
