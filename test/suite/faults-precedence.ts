/** Faults of precedence, of /robots.txt and of index.htm: docs/semantics.md §5.5 to §5.8. */
import { before } from '../reference/octets.js';
import { after, type Change, type Changes } from './changes.js';
import { SOUND } from './parts/sound.js';

/** A matcher that lets the rules with a directive decide, if there are any. */
function preferring(kind: 'allow' | 'disallow'): Change {
  return {
    heaviest(matching) {
      const preferred = matching.filter(({ rule }) => rule.kind === kind);
      return SOUND.heaviest(preferred.length > 0 ? preferred : matching);
    },
  };
}

export const precedenceFaults: Changes = {
  'the first rule that matches decides': { takesFirst: () => true },
  'the last rule that matches decides': { heaviest: (matching) => matching[matching.length - 1] },
  'the shortest rule decides': { weight: (pattern) => 10_000 - pattern.length },
  'koster-1996 lets the longest rule decide': { takesFirst: () => false },
  'allow rules decide first': preferring('allow'),
  'disallow rules decide first': preferring('disallow'),
  'the more frequent directive decides': {
    heaviest(matching) {
      const allows = matching.filter(({ rule }) => rule.kind === 'allow');
      return SOUND.heaviest(
        allows.length * 2 >= matching.length
          ? allows.length > 0
            ? allows
            : matching
          : matching.filter(({ rule }) => rule.kind === 'disallow'),
      );
    },
  },
  'disallow wins ties': { allowWinsTies: false },
  'the first of equal rules decides': {
    heaviest(matching) {
      const most = Math.max(...matching.map(({ weight }) => weight));
      return matching.find(({ weight }) => weight === most) ?? matching[0];
    },
  },
  'the last of equal rules is reported': { reportsLast: true },
  '* does not count': { weight: (pattern) => pattern.replaceAll('*', '').length },
  '* counts three octets': { weight: (pattern) => pattern.replaceAll('*', '***').length },
  'a run of * counts once': { weight: (pattern) => pattern.replace(/\*+/g, '*').length },
  '$ does not count': { weight: (pattern) => pattern.replace(/\$$/, '').length },
  'an escape counts once': { weight: (pattern) => pattern.replace(/%[0-9A-F]{2}/g, 'x').length },
  'segments count, and not octets': { weight: (pattern) => pattern.split('/').length },
  'the octets as written count': after('weightOf', (weight, { value }) => (weight < 0 ? -1 : value.length)),
  'the octets of the path that match count': after('weightOf', (weight, { value }, path) =>
    weight > 0 && /[*$]/.test(value) ? path.length : weight,
  ),
  'a rule with a wildcard counts less than one without': {
    weight: (pattern) => (/[*$]/.test(pattern) ? 1 : pattern.length + 1),
  },
  'rules with queries count less than others': { weight: (pattern) => before(pattern, '?').length },
  'a rule that does not match counts': after('weightOf', (weight, { kind, value }) =>
    Math.max(weight, value.length > 9 && kind === 'allow' ? 1000 : -1),
  ),
  'duplicates of a rule add up': {
    heaviest: (matching) =>
      SOUND.heaviest(
        matching.map(({ rule, weight }) => ({
          rule,
          weight:
            weight *
            matching.filter((other) => other.rule.kind === rule.kind && other.rule.value === rule.value)
              .length,
        })),
      ),
  },
  'duplicates of a rule cancel each other': after('rulesFor', (rules) =>
    rules.filter(
      ({ kind, value }) => rules.filter((other) => other.kind === kind && other.value === value).length === 1,
    ),
  ),
  'nothing is allowed without a match': { byDefault: false },
  'allow rules alone disallow the rest': {
    decide(...question) {
      const decision = SOUND.decide.apply(this, question);
      const [file, agents, , profile] = question;
      const rules = this.rulesFor(file, agents, profile);
      return decision.line === 0 && rules.length > 0 && rules.every(({ kind }) => kind === 'allow')
        ? { allowed: false, line: 0 }
        : decision;
    },
  },
  'a group without rules allows nothing': {
    decide(...question) {
      const decision = SOUND.decide.apply(this, question);
      const [file, agents, , profile] = question;
      const isEmpty =
        this.groups(file, profile).length > 0 && this.rulesFor(file, agents, profile).length === 0;
      return isEmpty ? { allowed: false, line: 0 } : decision;
    },
  },
  'a file without groups allows nothing': {
    decide(...question) {
      const decision = SOUND.decide.apply(this, question);
      return this.groups(question[0], question[3]).length === 0 ? { allowed: false, line: 0 } : decision;
    },
  },
  'an empty pattern disallows everything': {
    isRule: () => true,
    ...after('weightOf', (weight, { value }) => (value === '' ? 1 : weight)),
  },
  'an empty pattern wins': {
    isRule: () => true,
    ...after('weightOf', (weight, { value }) => (value === '' ? 1000 : weight)),
  },
  'an empty allow allows everything': {
    ...after('weightOf', (weight, { kind, value }) => (value === '' && kind === 'allow' ? 1000 : weight)),
    ...after('isRule', (isRule, value) => isRule || value === ''),
  },
  'google does not report empty patterns': { isRule: (value) => value !== '' },
  'every profile reports empty patterns': {
    isRule: () => true,
    isPattern: (value) => value === '' || SOUND.isPattern(value),
  },
  '/robots.txt gets no exception': { knowsRobotsTxt: () => false },
  '/robots.txt gets its exception under every profile': { knowsRobotsTxt: () => true },
  '/robots.txt with a query gets no exception': { isRobotsTxt: (path) => path === '/robots.txt' },
  'whatever begins with /robots.txt gets the exception': {
    isRobotsTxt: (path) => path.startsWith('/robots.txt'),
  },
  'whatever ends with /robots.txt gets the exception': {
    isRobotsTxt: (path) => path.endsWith('/robots.txt'),
  },
  '/robots.txt has no case': { isRobotsTxt: (path) => before(path, '?').toLowerCase() === '/robots.txt' },
  'robots.txt in any folder gets the exception': { isRobotsTxt: (path) => /\/robots\.txt$/.test(path) },
  'a file with a name like robots.txt gets the exception': {
    isRobotsTxt: (path) => /^\/(?:x?robots.tx?t?|robots|humans\.txt)/.test(path),
  },
  '/robots.txt is allowed only if no rule names it': {
    decide(...question) {
      const decision = SOUND.decide.apply(this, question);
      return decision.allowed && question[0].includes('/robots.txt') && this.knowsRobotsTxt(question[3])
        ? SOUND.decide.apply({ ...this, knowsRobotsTxt: () => false }, question)
        : decision;
    },
  },
  'google knows nothing of index.htm': { indexName: '\u0001' },
  'google knows index.html alone': { indexName: '/index.html' },
  'google knows every index': { indexName: '/index.' },
  'google knows index.ht as well': { indexName: '/index.ht' },
  'google extends disallow rules to directories': { indexKinds: ['allow', 'disallow'] },
  'google finds index.htm in any segment': {
    directoryOf: (rule, pattern) =>
      pattern.includes('/index.htm')
        ? SOUND.directoryOf(rule, `${before(pattern, '/index.htm')}/index.htm`)
        : null,
  },
  'google finds index.htm in any case': {
    directoryOf: (rule, pattern) => SOUND.directoryOf(rule, pattern.replace('Index', 'index')),
  },
  'google finds index.htm at the end of a name': {
    directoryOf: (rule, pattern) => SOUND.directoryOf(rule, pattern.replace('xindex', 'index')),
  },
  'google extends index.htm to all of its directory': after(
    'directoryOf',
    (pattern) => pattern?.replace(/\$$/, '') ?? null,
  ),
  'google extends index.htm to the directory without its slash': after(
    'directoryOf',
    (pattern) => pattern?.replace(/\/\$$/, '$') ?? null,
  ),
  'google counts a directory by the whole rule': after('weightOf', (weight, { value }) =>
    weight >= 0 && value.includes('/index.htm') ? value.length : weight,
  ),
  'google counts a rule of index.htm by its directory': after('weightOf', (weight, { value }) =>
    weight >= 0 && value.includes('/index.htm') ? 1 : weight,
  ),
};
