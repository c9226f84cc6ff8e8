/** Faults of groups and of their selection: docs/semantics.md §3 and §4. */
import { before, foldCase } from '../reference/octets.js';
import { after, type Change, type Changes, eachGroup, given, namesAs } from './changes.js';
import { SOUND } from './parts/sound.js';

/** A matcher that ends a run of user-agent lines at lines that match. */
function endingRunAt(pattern: RegExp): Change {
  return { otherEndsRun: (line) => pattern.test(line) };
}

/** A matcher that ends groups at lines that match. */
function endingGroupAt(pattern: RegExp): Change {
  return { endsAtBlank: () => true, isBlank: (line) => pattern.test(line) };
}

/** A matcher that compares names in another way, under every profile. */
function naming(matches: (value: string, name: string) => boolean): Change {
  return {
    names(line, name, profile) {
      if (!line.usable || this.isWildcard(line)) return false;
      return matches(this.fold(line.value), name.cut) || SOUND.names.call(this, line, name, profile);
    },
  };
}

const SLASH = { line: 0, kind: 'disallow', value: '/', usable: true } as const;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export const groupFaults: Changes = {
  'a blank line ends a group': { endsAtBlank: () => true },
  'a blank line never ends a group': { endsAtBlank: () => false },
  'only an empty line is blank': { isBlank: (line) => line === '' },
  'a line of white space and a comment is blank': { isBlank: (line) => before(line, '#').trim() === '' },
  'a comment ends a group': endingGroupAt(/^\s*#/),
  'a comment ends a run of user-agent lines': endingRunAt(/^\s*#/),
  'an empty line ends a run of user-agent lines': endingRunAt(/^\s*$/),
  'a sitemap ends a group': endingGroupAt(/^\s*site-?map/i),
  'a sitemap ends a run of user-agent lines': endingRunAt(/^\s*site-?map/i),
  'Crawl-delay ends a run of user-agent lines': endingRunAt(/^\s*crawl-delay/i),
  'Host ends a group': endingGroupAt(/^\s*host/i),
  'Clean-param ends a run of user-agent lines': endingRunAt(/^\s*clean-param/i),
  'every other record ends a run of user-agent lines': endingRunAt(/:/),
  'every other record ends a group': endingGroupAt(/^(?!\s*(?:user|allow|d|#|$))[^:]*:/i),
  'a line without a colon ends a group': endingGroupAt(/^(?!\s*(?:#|$))[^:\s]+$/),
  'a line without a colon ends a run of user-agent lines': endingRunAt(/^[^:]*[^:\s][^:]*$/),
  'a line with an empty field ends a run of user-agent lines': endingRunAt(/^\s*:/),
  'a line with an empty field ends a group': endingGroupAt(/^\s*:/),
  'an allow rule does not end a run of user-agent lines': { ruleEndsRun: ({ kind }) => kind !== 'allow' },
  'a rule without a path does not end a run of user-agent lines': {
    ruleEndsRun: ({ value }) => value !== '',
  },
  'no rule ends a run of user-agent lines': { ruleEndsRun: () => false },
  'each user-agent line begins a group': { beginsGroup: () => true },
  'no user-agent line begins a group but the first': { beginsGroup: () => false },
  'a line for * in a run begins a group': { beginsGroup: (isInRun, { value }) => !isInRun || value === '*' },
  'a user-agent line without a name is no line': after('record', (record) =>
    record?.kind === 'user-agent' && record.value === '' ? null : record,
  ),
  'a user-agent line without a name is for everyone': after(
    'isWildcard',
    (isWildcard, { value }) => isWildcard || value === '',
  ),
  'a user-agent line that begins with a slash is for everyone': after(
    'isWildcard',
    (isWildcard, { value }) => isWildcard || value.startsWith('/'),
  ),
  'rules above the first user-agent line are for everyone': { takesOrphans: true },
  'the last group counts only if it has rules': after('groups', (groups) =>
    groups.filter(({ rules }) => rules.length > 0),
  ),
  'a group without rules disallows everything': eachGroup(({ rules }) => ({
    rules: rules.length > 0 ? rules : [SLASH],
  })),
  'only the last user-agent line of a group counts': eachGroup(({ agents }) => ({
    agents: agents.slice(-1),
  })),
  'only the first user-agent line of a group counts': eachGroup(({ agents }) => ({
    agents: agents.slice(0, 1),
  })),
  'only two user-agent lines of a group count': eachGroup(({ agents }) => ({ agents: agents.slice(0, 2) })),
  'only the first rule of a group counts': eachGroup(({ rules }) => ({ rules: rules.slice(0, 1) })),
  'only two rules of a group count': eachGroup(({ rules }) => ({ rules: rules.slice(0, 2) })),
  'only the first group of the file counts': after('groups', (groups) => groups.slice(0, 1)),
  'the last group of the file is lost': after('groups', (groups) => groups.slice(0, -1)),
  'the rules of all groups apply': {
    rulesFor(file, _agents, profile) {
      return this.groups(file, profile).flatMap(({ rules }) => rules);
    },
  },
  'names have case': after('names', (names, { value }) => names && value === foldCase(value)),
  'names in lower case are not found': after(
    'names',
    (names, { value }) => names && value !== foldCase(value),
  ),
  'names in upper case are not found': after(
    'names',
    (names, { value }) => names && value !== value.toUpperCase(),
  ),
  'the case of the caller is not folded': {
    nameOf: (agent) => ({ cut: before(agent.trim(), '/').trim(), whole: agent.trim() }),
  },
  'names are folded by Unicode': given('names', (line) => ({
    ...line,
    value: line.value.replaceAll('\xE2\x84\xAA', 'k'),
  })),
  'names are folded by a bit of each octet': {
    fold: (text) => text.replace(/[@-_]/g, (octet) => String.fromCharCode(octet.charCodeAt(0) | 0x20)),
  },
  'the lowest bits of names are folded together': given('names', (line) => ({
    ...line,
    value: line.value.replace(/1$/, 'q'),
  })),
  'underscores equal hyphens in names': naming(
    (value, name) => value.replaceAll('_', '-') === name.replaceAll('_', '-'),
  ),
  'a name names callers that begin with it': naming((value, name) => value !== '' && name.startsWith(value)),
  'a name names callers that contain it': naming((value, name) => value !== '' && name.includes(value)),
  'a name names callers that it begins with': naming((value, name) => value.startsWith(name)),
  'a name names callers that it contains': naming((value, name) => value.includes(name)),
  'any word of a value names a caller': naming((value, name) => value.split(/[ ,;]+/).includes(name)),
  'a caller is named by what it is without its last part': naming(
    (value, name) => value === name.replace(/-[^-]*$/, ''),
  ),
  'a value is a pattern with *': naming((value, name) => {
    const [start, end] = value.split('*');
    return end !== undefined && name.startsWith(start) && name.endsWith(end);
  }),
  'quotation marks and slashes around a name are ignored': naming(
    (value, name) => value.replace(/^["/1]|["/]$/g, '') === name,
  ),
  'only the whole value names a caller': {
    names: (line, name) => line.usable && foldCase(line.value) === name.cut,
  },
  'only the value before its first space names a caller': {
    names: (line, name) => line.usable && foldCase(line.value).split(' ')[0] === name.cut,
  },
  'the prefix of letters does not count': { grammarPrefix: (value) => value },
  'the prefix of letters has no hyphen': { grammarPrefix: (value) => /^[a-z_]*/.exec(value)?.[0] ?? '' },
  'the prefix of letters has no underscore': { grammarPrefix: (value) => /^[a-z-]*/.exec(value)?.[0] ?? '' },
  'the prefix of letters has digits': { grammarPrefix: (value) => /^[a-z0-9_-]*/.exec(value)?.[0] ?? '' },
  'the prefix of letters has dots': { grammarPrefix: (value) => /^[a-z._-]*/.exec(value)?.[0] ?? '' },
  'the prefix of letters has * and $': { grammarPrefix: (value) => /^[a-z_*$-]*/.exec(value)?.[0] ?? '' },
  'the prefix of letters ends at white space alone': {
    grammarPrefix: (value) => value.split(/[ \t\v\f]/)[0],
  },
  'the prefix of letters ends at / and white space alone': {
    grammarPrefix: (value) => value.split(/[/ \t\v\f]/)[0],
  },
  'the prefix of letters ends at punctuation of ASCII alone': {
    grammarPrefix: (value) => /^[^!-,./:-@[-^`{-~ \t\v\f0-9]*/.exec(value)?.[0] ?? '',
  },
  'digits and dots are never part of a name': { widerPrefix: (value) => SOUND.grammarPrefix(value) },
  'the draft ignores what follows a name': namesAs('draft-koster-rep-00', 'rfc9309'),
  'koster-1996 compares the whole value': namesAs('koster-1996', 'draft-koster-rep-00'),
  'rfc9309 compares as google does': namesAs('rfc9309', 'google'),
  'google compares as rfc9309 does': namesAs('google', 'rfc9309'),
  'the caller is not cut at its slash': after('nameOf', (name) => ({ ...name, cut: name.whole })),
  'the caller is not trimmed': {
    nameOf: (agent) => ({ cut: before(foldCase(agent), '/'), whole: foldCase(agent) }),
  },
  'the caller’s whole name does not count': after('nameOf', (name) => ({ ...name, whole: name.cut })),
  'only the first of several names counts': {
    rulesFor(file, agents, profile) {
      return SOUND.rulesFor.call(this, file, agents.slice(0, 1), profile);
    },
  },
  'only the last of several names counts': {
    rulesFor(file, agents, profile) {
      return SOUND.rulesFor.call(this, file, agents.slice(-1), profile);
    },
  },
  'the wildcard is * alone': { isWildcard: ({ value, usable }) => usable && value === '*' },
  'everything that begins with * is the wildcard': {
    isWildcard: ({ value, usable }) => usable && value.startsWith('*'),
  },
  'everything that contains * is the wildcard': {
    isWildcard: ({ value, usable }) => usable && value.includes('*'),
  },
  'VT and FF do not end the wildcard': {
    isWildcard: ({ value, usable }) => usable && /^\*([ \t]|$)/.test(value),
  },
  '* and a slash are the wildcard': after(
    'isWildcard',
    (isWildcard, { value }) => isWildcard || value.startsWith('*/'),
  ),
  'words such as all and any are the wildcard': after(
    'isWildcard',
    (isWildcard, { value }) => isWildcard || /^(?:all|any|\?|%2A|\.\*|"\*")$/i.test(value),
  ),
  'a line with a control octet can be the wildcard': {
    isWildcard: ({ value }) => /^\*([ \t\v\f]|$)/.test(value),
  },
  'there is no wildcard': { isWildcard: () => false },
  'the wildcard groups apply to everyone': { obeyed: (naming, wildcard) => [...naming, ...wildcard] },
  'the wildcard groups apply if the named ones have no rules': given('obeyed', (naming) =>
    naming.some(({ rules }) => rules.length > 0) ? naming : [],
  ),
  'a group that is for * and names the caller is not for the caller': {
    obeyed: (naming, wildcard, profile) =>
      SOUND.obeyed(
        naming.filter((group) => !wildcard.includes(group)),
        wildcard,
        profile,
      ),
  },
  'a group that names someone is not for *': {
    obeyed: (naming, wildcard, profile) =>
      SOUND.obeyed(
        naming,
        wildcard.filter(({ agents }) => agents.every((line) => SOUND.isWildcard(line))),
        profile,
      ),
  },
  'the last group that names the caller applies': given('obeyed', (naming) => naming.slice(-1)),
  'the first group that names the caller applies': { combinesNamed: () => false },
  'koster-1996 combines records': { combinesNamed: () => true },
  'the first wildcard group applies': { combinesWildcards: () => false },
  'wildcard groups are always combined': { combinesWildcards: () => true },
  'only the last wildcard group applies': {
    obeyed: (naming, wildcard, profile) => SOUND.obeyed(naming, wildcard.slice(-1), profile),
  },
  'the caller that no group names obeys the first group': {
    rulesFor(file, agents, profile) {
      const groups = this.groups(file, profile);
      const rules = SOUND.rulesFor.call(this, file, agents, profile);
      const isNamed =
        rules.length > 0 || groups.some(({ agents: lines }) => lines.some((line) => this.isWildcard(line)));
      return isNamed ? rules : (groups[0]?.rules ?? []);
    },
  },
  ...Object.fromEntries(
    [...LETTERS].map((letter) => [
      `the letter ${letter} is not folded`,
      {
        fold: (text: string) =>
          foldCase(text.replaceAll(letter.toUpperCase(), '\0')).replaceAll('\0', letter.toUpperCase()),
      },
    ]),
  ),
};
