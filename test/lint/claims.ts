/**
 * What findings claim about verdicts, put to the matcher: every rule of the lint is here, with a checker or with the reason why its
 * findings claim nothing. A checker tries the names and URLs that a file suggests, one by one.
 */
import { restrictionOf } from '../../src/compare/index.js';
import { type Group, type ProfileName, parseSync, type RobotsDocument } from '../../src/core.js';
import { CRAWLERS } from '../../src/crawlers/index.js';
import type { Finding, RuleId } from '../../src/lint/index.js';
import { READERS, type ReaderName } from '../../src/readers/index.js';
import { titleOf } from '../../src/readers/reader-titles.js';
import type { EditedFile } from './edited-file.js';
import { ALL_PROFILES, firstDifference, isCaller, namesNear, Questions } from './questions.js';

/** A finding to be checked. */
export interface Claim {
  readonly finding: Finding;
  readonly file: EditedFile;
  readonly questions: Questions;
}

/** Says what is wrong about a finding; `null` if nothing is. */
type Checker = (claim: Claim) => string | null;

/** Why the findings of a rule claim nothing about verdicts. */
interface NoClaim {
  readonly noClaim: string;
}

const RFC: readonly ProfileName[] = ['rfc9309'];
const TODAY: readonly ProfileName[] = ['rfc9309', 'google'];

const ABOUT_FORM: NoClaim = { noClaim: 'It is about the form of a value that decides no verdict.' };
const ABOUT_FIX: NoClaim = { noClaim: 'What it claims is about its fix, which is checked for every rule.' };

export const CLAIMS: { readonly [id in RuleId]: Checker | NoClaim } = {
  'looks-like-html': (claim) =>
    claim.finding.message.includes('everything is allowed') ? allowsAll(claim) : null,
  'looks-like-json': allowsAll,
  'utf-16': allowsAll,
  'other-kind-of-file': allowsAll,
  'byte-order-mark': ABOUT_FIX,
  // A line break in place of the mark: octets like it after it would otherwise be a mark at the start of the file.
  'partial-byte-order-mark': ({ finding, file, questions }) =>
    firstDifference(file.octets, file.replaced(finding.span, '\n'), questions, ['google']),
  'invalid-utf-8': { noClaim: 'It says how octets are compared, and not what the line decides.' },
  'nul-octet': isInvalid,
  'control-octet': isInvalid,
  'line-too-long': ({ finding, file, questions }) => {
    const { start, end } = file.line(finding.line);
    return firstDifference(
      file.octets,
      file.replaced({ start: Math.min(end, start + 16_663), end }, ''),
      questions,
      ALL_PROFILES,
    );
  },
  'parsing-limit': { noClaim: 'A document has no octets past the limit.' },
  'missing-colon': ({ finding, file, questions }) =>
    firstDifference(
      file.octets,
      file.replaced({ start: finding.span.start, end: finding.span.start }, ':'),
      questions,
      TODAY,
    ),
  'not-a-record': hasNoEffect(TODAY),
  'empty-field': hasNoEffect(TODAY),
  'full-width-colon': hasNoEffect(RFC),
  'misspelled-field': ABOUT_FIX,
  'field-with-extra': hasNoEffect(RFC),
  'unknown-field': hasNoEffect(ALL_PROFILES),
  'unsupported-field': hasNoEffect(ALL_PROFILES),
  'proposed-field': hasNoEffect(ALL_PROFILES),
  'ignored-by-google': hasNoEffect(['google']),
  'lighthouse-audit': { noClaim: 'It is about an audit that judges no URL.' },
  'unused-ignore': { noClaim: 'It is about comments.' },
  'empty-user-agent': namesNobody(ALL_PROFILES),
  'unusual-product-token': ({ finding, file }) => {
    // All profiles read `* x` alike; other crawlers do not.
    if (/second record|Found: "\*/.test(finding.message)) return null;
    const readings = ALL_PROFILES.map((profile) =>
      namesAt(file, finding.line)
        .filter((name) => obeys(file.document, name, profile, finding.line))
        .join(),
    );
    return new Set(readings).size > 1 ? null : 'every profile reads the same names';
  },
  'second-record': { noClaim: 'It says that a value has a record. The value decides as any other does.' },
  'product-token-version': ABOUT_FIX,
  'several-product-tokens': ({ finding: { line, message }, file }) => {
    const missed = /misses (.*?)\. Write/s.exec(message)?.[1].split(', ') ?? [];
    const named = /names (.*?) alone/s.exec(message)?.[1].split(', ') ?? [];
    const wrong = [
      ...missed.filter((name) => obeys(file.document, name, 'rfc9309', line)),
      ...named.filter((name) => !obeys(file.document, name, 'rfc9309', line)),
    ];
    return missed.length > 0 && wrong.length === 0 ? null : `wrong about ${wrong.join()}`;
  },
  'impossible-product-token': ({ finding: { line }, file }) => {
    const named = CRAWLERS.find(({ tokens }) =>
      TODAY.some((profile) => obeys(file.document, tokens[0], profile, line)),
    );
    return named === undefined ? null : `${named.tokens[0]} is named`;
  },
  'misspelled-crawler': ({ finding: { line, message }, file }) => {
    const meant = /did you mean (.*)\?$/.exec(message)?.[1];
    if (meant === undefined) return 'the message names no crawler';
    const profile = TODAY.find((one) => obeys(file.document, meant, one, line));
    return profile === undefined ? null : `the line names ${meant} under ${profile}`;
  },
  'retired-crawler': { noClaim: 'It is about what an operator uses, which the registry has.' },
  'incomplete-operator': ({ finding: { message }, file }) => {
    const [, refused = '', others = ''] = /refuses (.*?), and (.*?) of the same operator/.exec(message) ?? [];
    const isOpen = (agents: string): boolean => file.document.matcher({ agents }).isAllowed('/');
    const wrong = [
      ...refused.split(', ').filter(isOpen),
      ...others.split(', ').filter((name) => !isOpen(name)),
    ];
    return wrong.length === 0 ? null : `wrong about ${wrong.join()}`;
  },
  'blocked-resources': ({ finding: { line, message }, file }) => {
    const path = JSON.parse(/fetch (".*?"), so/.exec(message)?.[1] ?? '""') as string;
    const { allowed, rule } = file.document.matcher({ agents: 'Googlebot', profile: 'google' }).check(path);
    return !allowed && rule?.line === line ? null : `${path} is not disallowed by the line`;
  },
  'agents-joined-over-blank-line': isOneGroup,
  'agents-joined-over-comment': isOneGroup,
  'rule-before-user-agent': hasNoEffect(RFC),
  'group-without-rules': ({ finding: { message }, file, questions }) => {
    const name = JSON.parse(/Found: (".*?[^\\]")\./s.exec(message)?.[1] ?? '""') as string;
    const caller = name.startsWith('*') ? OTHER : name;
    if (!isCaller(caller)) return null;
    const matcher = file.document.matcher({ agents: caller });
    const closed = questions.urls.find((url) => !matcher.isAllowed(url));
    return closed === undefined ? null : `${caller} may not fetch ${closed}`;
  },
  'group-split': ({ finding: { line }, file }) => {
    const groups = file.document.groups;
    const here = groups.findIndex(({ userAgents }) => userAgents.some((agent) => agent.line === line));
    const isBoth = namesAt(file, line).some(
      (name) =>
        obeys(file.document, name, 'rfc9309', line) &&
        groups
          .slice(0, here)
          .some(({ userAgents }) =>
            userAgents.some((agent) => obeys(file.document, name, 'rfc9309', agent.line)),
          ),
    );
    return isBoth ? null : 'no crawler obeys both groups';
  },
  'group-loses-wildcard-rules': ({ finding: { message }, file }) => {
    const callers = /^(.*?)(?: and \d+ more)? obeys? /s.exec(message)?.[1].split(', ') ?? [];
    const lines = [...message.matchAll(/\(line (\d+)\)/g)].map(([, line]) => Number(line));
    const all = file.document.matcher({ agents: OTHER });
    for (const caller of callers) {
      const one = file.document.matcher({ agents: caller });
      for (const line of lines) {
        const rule = file.document.groups.flatMap(({ rules }) => rules).find((other) => other.line === line);
        const url = new Questions(file.document, line, [rule?.pattern ?? '']).urls.find(
          (path) => !all.isAllowed(path) && one.isAllowed(path),
        );
        if (url === undefined) return `${caller} loses nothing of line ${line}`;
      }
    }
    return callers.length > 0 && lines.length > 0 ? null : 'the message has no crawlers or no lines';
  },
  'group-loses-wildcard-usage': {
    noClaim: 'It is about preferences, and src/lint/rules.test.ts asks for them.',
  },
  'group-loses-wildcard-delay': {
    noClaim: 'It is about delays, and src/lint/rules.test.ts asks for them.',
  },
  'pattern-without-slash': decidesNothing(RFC),
  'stray-percent': ({ finding, file, questions }) =>
    firstDifference(
      file.octets,
      file.replaced({ start: finding.span.start, end: finding.span.start + 1 }, '%25'),
      questions,
      RFC,
    ),
  'white-space-in-pattern': {
    noClaim: 'It says how white space is compared, and not what the line decides.',
  },
  'several-patterns': {
    noClaim: 'It says that the value is read as one pattern, which src/lint/advice.test.ts asks for.',
  },
  'dollar-inside-pattern': ({ finding, file, questions }) =>
    firstDifference(file.octets, file.replaced(finding.span, '%24'), questions, RFC),
  'useless-wildcard': ({ finding, file }) => {
    const rule = file.ruleAt(finding.line);
    const value = file.text(rule.value);
    const star = finding.span.start - rule.value.start;
    const [before, after] = [value, value.slice(0, star) + value.slice(star + 1)].map((pattern) =>
      new TextEncoder().encode(`User-agent: *\nDisallow: ${pattern}\n`),
    );
    return firstDifference(before, after, new Questions(parseSync(before), 2), TODAY);
  },
  'duplicate-rule': ({ finding, file, questions }) => {
    const first = Number(/^Line (\d+)/.exec(finding.message)?.[1]);
    return (
      firstDifference(file.octets, file.without([finding.line]), questions, TODAY) ??
      firstDifference(file.octets, file.without([first]), questions, TODAY)
    );
  },
  'rule-in-two-spellings': ({ finding, file, questions }) =>
    firstDifference(file.octets, file.without([finding.line]), questions, TODAY),
  'contradicting-rules': ({ finding, file, questions }) => {
    const other = Number(/^Line (\d+)/.exec(finding.message)?.[1]);
    const line = file.ruleAt(finding.line).directive === 'disallow' ? finding.line : other;
    return firstDifference(file.octets, file.withRule(line, 'Disallow:'), questions, RFC);
  },
  'tied-rules': ({ finding: { line, message }, file, questions }) => {
    const winner = Number(/of line (\d+) is as long/.exec(message)?.[1]);
    const path = JSON.parse(/such as (".*"): there/s.exec(message)?.[1] ?? '""') as string;
    if (path.endsWith('…')) return null;
    const decides = questions.names.some(
      (name) => file.document.matcher({ agents: name }).check(`http://host${path}`).rule?.line === winner,
    );
    if (!decides) return `line ${winner} does not decide about ${path}`;
    const alone = parseSync(`User-agent: *\nDisallow: ${file.ruleAt(line).pattern}\n`);
    const matches = !alone.matcher({ agents: OTHER }).isAllowed(`http://host${path}`);
    return matches ? null : `line ${line} does not match ${path}`;
  },
  'rule-never-decides': (claim) => {
    const { finding, file, questions } = claim;
    const { line, message } = finding;
    return (
      decidesNothing(TODAY)(claim) ??
      firstDifference(file.octets, followed(message, line, file), questions, TODAY)
    );
  },
  'everything-disallowed': (claim) => {
    const isSearchNamed = (name: string): boolean => obeysByName(claim.file.document, name);
    const named = claim.finding.message.includes('search engines included')
      ? SEARCH_ENGINES.find(isSearchNamed)
      : undefined;
    return named === undefined ? closesAll(claim, [OTHER]) : `${named} has a group of its own`;
  },
  'nearly-everything-disallowed': ({ finding: { message }, file }) => {
    const [, who = ''] = /^(.*?) may fetch only/s.exec(message) ?? [];
    const names = who.startsWith('Crawlers ') ? [OTHER] : who.split(', ');
    const other = names.find((agents) => restrictionOf(file.document.matcher({ agents })) !== 'most');
    return other === undefined ? null : `${other} may fetch more, or nothing`;
  },
  'search-engine-disallowed': closesAllNamed,
  'small-search-engine-disallowed': closesAllNamed,
  'read-differently': ({ finding: { message }, file }) => {
    const clauses = [...message.matchAll(READ_DIFFERENTLY)];
    for (const [, names, fetches, quoted, caller = OTHER, line = '0', allows] of clauses) {
      const path = JSON.parse(quoted) as string;
      if (path.endsWith('…')) continue;
      const url = `http://host${path}`;
      const { allowed, rule } = file.document.matcher({ agents: caller }).check(url);
      if ((rule?.line ?? 0) !== Number(line) || allowed !== (allows !== 'disallows'))
        return `not decided so: ${path}`;
      for (const title of names.split(/, | and /)) {
        const name = NAME_OF.get(title);
        if (name === undefined) return `no reader is called ${title}`;
        const reader = file.document.matcher({ agents: caller, profile: READERS[name] });
        if (reader.isAllowed(url) !== fetches.startsWith('fetch')) return `${name} judges ${path} otherwise`;
        if (reader.isAllowed(url) === allowed) return `${name} does not differ on ${path}`;
      }
    }
    return clauses.length > 0 ? null : 'the message has no URL';
  },
  'several-sitemaps': ABOUT_FORM,
  'sitemap-with-two-schemes': ABOUT_FORM,
  'sitemap-disallowed': ({ finding: { line, message }, file }) => {
    const sitemap = file.document.sitemaps.find((one) => one.line === line);
    const { pathname, search } = new URL(sitemap?.url ?? 'http://host');
    const { allowed, rule } = file.document
      .matcher({ agents: OTHER })
      .check(`http://host${pathname}${search}`);
    return !allowed && message.startsWith(`Line ${rule?.line} `) ? null : 'the line does not disallow it';
  },
  'sitemap-not-absolute': ABOUT_FORM,
  'repeated-sitemap': ABOUT_FIX,
  'foreign-sitemap': ABOUT_FORM,
  'invalid-extension-value': hasNoEffect(ALL_PROFILES, 'everything'),
  'repeated-crawl-delay': ABOUT_FIX,
  'crawl-delay-beyond-bing': ABOUT_FORM,
  'repeated-host': ABOUT_FORM,
  'host-with-scheme': ABOUT_FORM,
  'malformed-content-usage': statesNothing,
  'usage-after-semicolon': ABOUT_FORM,
  'unknown-usage-value': ABOUT_FORM,
  'retired-usage-label': ABOUT_FORM,
  'usage-before-user-agent': hasNoEffect(RFC, 'everything'),
  'unknown-content-signal': ABOUT_FORM,
  'content-signal-path': ABOUT_FORM,
  'license-not-absolute': ABOUT_FORM,
  'license-not-http': ABOUT_FORM,
  'repeated-license': ABOUT_FORM,
  'license-is-a-page': ABOUT_FORM,
  'license-for-some-crawlers': ABOUT_FORM,
};

/** What a message of `read-differently` says programs do. */
const READ_DIFFERENTLY =
  /(?:^|\. )((?:(?!\. [A-Z]).)*?) (?:ignores?|appl(?:ies|y)|takes?|lets?|compares?) (?:(?!: it |: they ).)*: (?:it|they) (fetch(?:es)?|do(?:es)? not fetch) ("(?:[^"\\]|\\.)*")(?: as (.*?))?, which (?:line (\d+) ((?:dis)?allows)|no rule forbids)/gs;

/** The readers by the names that messages use. */
const NAME_OF: ReadonlyMap<string, ReaderName> = new Map(
  (Object.keys(READERS) as ReaderName[]).map((name) => [titleOf(name).title, name]),
);

/** A crawler that the file does not name. Some programs look for a part of a name, so that any name but this may be named by a letter. */
const OTHER = '*';

const SEARCH_ENGINES = CRAWLERS.filter(
  ({ purposes }) => purposes.includes('search') && !purposes.includes('seo'),
).map(({ tokens }) => tokens[0]);

/** The crawlers at the start of the message may fetch nothing. */
function closesAllNamed(claim: Claim): string | null {
  const names = /^(.*?) may fetch nothing/s.exec(claim.finding.message)?.[1].split(', ') ?? [];
  return names.length === 0 ? 'no name' : closesAll(claim, names);
}

function allowsAll({ file, questions }: Claim): string | null {
  for (const name of questions.names) {
    const matcher = file.document.matcher({ agents: name });
    const closed = questions.urls.find((url) => !matcher.isAllowed(url));
    if (closed !== undefined) return `${name} may not fetch ${closed}`;
  }
  return null;
}

function closesAll({ file, questions }: Claim, names: readonly string[]): string | null {
  for (const name of names) {
    const matcher = file.document.matcher({ agents: name });
    const open = questions.urls.find((url) => matcher.isAllowed(url));
    if (open !== undefined) return `${name} may fetch ${open}`;
  }
  return null;
}

/** Without the line, everything is as before. A comment in its place keeps the number of lines, and makes none blank. */
function hasNoEffect(profiles: readonly ProfileName[], what?: 'everything'): Checker {
  return ({ finding, file, questions }) =>
    firstDifference(file.octets, file.commentedOut(finding.line), questions, profiles, what);
}

/** No verdict comes from the line. */
function decidesNothing(profiles: readonly ProfileName[]): Checker {
  return ({ finding: { line }, file, questions }) => {
    for (const profile of profiles) {
      for (const name of questions.names) {
        const matcher = file.document.matcher({ agents: name, profile });
        const url = questions.urls.find((one) => matcher.check(one).rule?.line === line);
        if (url !== undefined) return `decides about ${url} for ${name} under ${profile}`;
      }
    }
    return null;
  };
}

/** The line states no preference: a label that no vocabulary has can replace it. */
function statesNothing({ finding, file, questions }: Claim): string | null {
  return firstDifference(
    file.octets,
    file.withRule(finding.line, 'Content-Usage: nothing=y'),
    questions,
    RFC,
  );
}

/** RFC 9309 does not read the line. A user-agent line stays one, with a name that nothing matches. */
function isInvalid(claim: Claim): string | null {
  const { finding, file } = claim;
  const isAgent = file.document.groups.some(({ userAgents }) =>
    userAgents.some(({ line }) => line === finding.line),
  );
  return isAgent ? namesNobody(RFC)(claim) : hasNoEffect(RFC)(claim);
}

/** The names that a user-agent line suggests. */
function namesAt({ document }: EditedFile, line: number): string[] {
  const agents = ALL_PROFILES.flatMap((profile) => groupAt(document, line, profile)?.userAgents ?? []);
  return namesNear(agents.filter((agent) => agent.line === line).map(({ name }) => name));
}

function namesNobody(profiles: readonly ProfileName[]): Checker {
  return ({ finding: { line }, file }) => {
    for (const profile of profiles) {
      const named = namesAt(file, line).find((name) => obeys(file.document, name, profile, line));
      if (named !== undefined) return `names ${named} under ${profile}`;
    }
    return null;
  };
}

/** The crawlers of two user-agent lines have the rules of one group. */
function isOneGroup({ finding: { line, message }, file }: Claim): string | null {
  const above = Number(/of line (\d+) are one group/.exec(message)?.[1]);
  const group = groupAt(file.document, line);
  if (group === undefined || group !== groupAt(file.document, above)) return 'they are two groups';
  const wrong = group.userAgents
    .filter((agent) => agent.line === line || agent.line === above)
    .filter((agent) => !agent.usable);
  return wrong.length === 0 ? null : `no crawler obeys the rules for line ${wrong[0].line}`;
}

function groupAt(
  document: RobotsDocument,
  line: number,
  profile: ProfileName = 'rfc9309',
): Group | undefined {
  return document
    .groupsUnder(profile)
    .find(({ userAgents }) => userAgents.some((agent) => agent.line === line));
}

/** Whether a user-agent line names a crawler: in a file with its group alone, the crawler obeys that group by its name. */
function obeys(document: RobotsDocument, name: string, profile: ProfileName, line: number): boolean {
  const agent = groupAt(document, line, profile)?.userAgents.find((one) => one.line === line);
  if (agent === undefined || !agent.usable) return false;
  const { octets } = agent.value;
  const isWildcard = octets[0] === 0x2a && (octets.length === 1 || [0x20, 9, 11, 12].includes(octets[1]));
  if (isWildcard) return name === '*' || name === OTHER;
  const head = new TextEncoder().encode('User-agent: ');
  const tail = new TextEncoder().encode('\nDisallow: /\n');
  const alone = parseSync(Uint8Array.from([...head, ...octets, ...tail]));
  return !alone.matcher({ agents: name, profile }).isAllowed('/');
}

function obeysByName(document: RobotsDocument, name: string): boolean {
  return document.groups.some(({ userAgents }) =>
    userAgents.some(({ line, value }) => value.octets[0] !== 0x2a && obeys(document, name, 'rfc9309', line)),
  );
}

/** The file after what the message of `rule-never-decides` advises first. */
function followed(message: string, line: number, file: EditedFile): Uint8Array {
  if (message.includes('Remove it, ')) return file.without([line]);
  if (message.includes('Write "Disallow:" in its place')) return file.withRule(line, 'Disallow:');
  if (!message.includes('Remove its group, ')) throw new Error(`unknown advice: ${message}`);
  const group = file.document.groupAt(line);
  const records = group === null ? [] : [...group.userAgents, ...group.rules, ...group.extensions];
  return file.without(records.map((record) => record.line));
}
