/** Ways to break the small matcher, one at a time. Each is a mistake that an implementer can make. */
import { foldCase } from '../reference/octets.js';
import type { ReferenceProfile as Profile } from '../reference/reference.js';
import { canonicalFaults } from './faults-forms.js';
import { groupFaults } from './faults-groups.js';
import { matchingFaults } from './faults-matching.js';
import { type Parts, SOUND } from './parts.js';

/** One change of the matcher. */
export interface Fault {
  /** What goes wrong. */
  readonly name: string;
  readonly parts: Parts;
  /** Whether it concerns the limits, so that large files are worth trying. */
  readonly isAboutLimits: boolean;
}

/** Faults as a table: what goes wrong, and what is changed. */
export type Changes = { readonly [name: string]: Partial<Parts> & ThisType<Parts> };

const lineFaults: Changes = {
  'CR does not end a line': {
    lineEnd: (text, at) => (text[at] === '\n' ? 1 : text.startsWith('\r\n', at) ? 2 : 0),
  },
  'LF does not end a line': {
    lineEnd: (text, at) => (text[at] !== '\r' ? 0 : text[at + 1] === '\n' ? 2 : 1),
  },
  'LF alone ends no line, only CRLF does': { lineEnd: (text, at) => (text.startsWith('\r\n', at) ? 2 : 0) },
  'CRLF is two line ends': { lineEnd: (text, at) => ('\r\n'.includes(text[at]) ? 1 : 0) },
  'CR LF CR is one line end': {
    lineEnd: (text, at) => (text.startsWith('\r\n\r', at) ? 3 : SOUND.lineEnd(text, at)),
  },
  'LF CR is one line end': {
    lineEnd: (text, at) => (text.startsWith('\n\r', at) ? 2 : SOUND.lineEnd(text, at)),
  },
  'empty lines are not counted': {
    lineEnd: (text, at) => /^(?:\r\n|\r|\n)+/.exec(text.slice(at, at + 8))?.[0].length ?? 0,
  },
  'VT ends a line': { lineEnd: (text, at) => (text[at] === '\v' ? 1 : SOUND.lineEnd(text, at)) },
  'FF ends a line': { lineEnd: (text, at) => (text[at] === '\f' ? 1 : SOUND.lineEnd(text, at)) },
  'U+0085 ends a line': {
    lineEnd: (text, at) => (text.startsWith('\xC2\x85', at) ? 2 : SOUND.lineEnd(text, at)),
  },
  'U+2028 ends a line': {
    lineEnd: (text, at) => (text.startsWith('\xE2\x80\xA8', at) ? 3 : SOUND.lineEnd(text, at)),
  },
  'U+2029 ends a line': {
    lineEnd: (text, at) => (text.startsWith('\xE2\x80\xA9', at) ? 3 : SOUND.lineEnd(text, at)),
  },
  'a last line without an end is lost': {
    lines(file, profile) {
      const lines = SOUND.lines(file, profile);
      return /[\r\n]$/.test(file) ? lines : lines.slice(0, -1);
    },
  },
  'lines are counted from 0': { firstLine: 0 },
  'lines are counted from 2': { firstLine: 2 },
  'a byte order mark is not skipped': { mark: () => 0 },
  'only a whole byte order mark is skipped, also under google': {
    mark: (text) => (text.startsWith('\xEF\xBB\xBF') ? 3 : 0),
  },
  'an incomplete byte order mark is skipped by all': { mark: (text) => SOUND.mark(text, 'google') },
  'every byte order mark at the start is skipped': {
    mark: (text, profile) =>
      Math.max(SOUND.mark(text, profile), /^(?:\xEF\xBB\xBF)*/.exec(text)?.[0].length ?? 0),
  },
  'any run of octets of a mark is skipped': {
    mark: (text) => /^[\xEF\xBB\xBF]*/.exec(text)?.[0].length ?? 0,
  },
  'a mark of UTF-16 is skipped': {
    mark: (text, profile) => (/^(?:\xFF\xFE|\xFE\xFF)/.test(text) ? 2 : SOUND.mark(text, profile)),
  },
  'a mark after white space is skipped': {
    mark: (text, profile) => (text.startsWith(' \xEF\xBB\xBF') ? 4 : SOUND.mark(text, profile)),
  },
  'a byte order mark is skipped in every line': {
    lines: (file, profile) => SOUND.lines(file, profile).map((line) => line.replace(/^\xEF\xBB\xBF/, '')),
  },
  'the first line is skipped with its mark': {
    lines: (file, profile) =>
      SOUND.lines(file, profile).map((line, i) => (i === 0 && file.startsWith('\xEF') ? '' : line)),
  },
  'a character U+FEFF is removed everywhere': {
    lines: (file, profile) => SOUND.lines(file, profile).map((line) => line.replaceAll('\xEF\xBB\xBF', '')),
  },
  'octets that are not ASCII are removed': {
    lines: (file, profile) => SOUND.lines(file, profile).map((line) => line.replace(/[^\0-\x7F]/g, '')),
  },
  'a file that is not UTF-8 is not read': {
    lines: (file, profile) => (isUtf8(file) ? SOUND.lines(file, profile) : []),
  },
  'a line that is not UTF-8 is dropped': {
    lines: (file, profile) => SOUND.lines(file, profile).map((line) => (isUtf8(line) ? line : '#')),
  },
  'octets that are not UTF-8 become U+FFFD': {
    lines: (file, profile) =>
      SOUND.lines(file, profile).map((line) => (isUtf8(line) ? line : replaced(line))),
  },
  'octets that are not UTF-8 are taken for Latin-1': {
    lines: (file, profile) =>
      SOUND.lines(file, profile).map((line) => (isUtf8(line) ? line : fromLatin1(line))),
  },
  'nothing after a line that cannot be read counts': {
    lines(file, profile) {
      const lines = SOUND.lines(file, profile);
      const end = lines.findIndex(
        (line) => !/[:#]|^\s*$/.test(line) || [...line].some((octet) => SOUND.isControl(octet)),
      );
      return end === -1 ? lines : lines.slice(0, end);
    },
  },
  'HTML ends the reading': {
    lines(file, profile) {
      const lines = SOUND.lines(file, profile);
      const end = lines.findIndex((line) => line.includes('<'));
      return end === -1 ? lines : lines.slice(0, end);
    },
  },
  'only 1,000 lines are read': { lines: (file, profile) => SOUND.lines(file, profile).slice(0, 1000) },
  'only 100 lines are read': { lines: (file, profile) => SOUND.lines(file, profile).slice(0, 100) },
  'only 10 lines are read': { lines: (file, profile) => SOUND.lines(file, profile).slice(0, 10) },
  'comments are not removed': { withoutComment: (text) => text },
  'a comment begins with white space and #': { withoutComment: (text) => text.split(/(?:^|[ \t])#/)[0] },
  'a comment is a whole line only': { withoutComment: (text) => (/^[ \t]*#/.test(text) ? '' : text) },
  'only comments at the first column are comments': {
    withoutComment: (text) => (text.startsWith('#') ? '' : text),
  },
  'a comment begins at the last #': {
    withoutComment: (text) => (text.includes('#') ? text.slice(0, text.lastIndexOf('#')) : text),
  },
  'a semicolon begins a comment': { withoutComment: (text) => text.split(/[#;]/)[0] },
  'two slashes begin a comment': { withoutComment: (text) => text.split(/#|\/\//)[0] },
  'nothing is trimmed': { trim: (text) => text },
  'only the start is trimmed': { trim: (text) => text.replace(/^[ \t\v\f]+/, '') },
  'only the end is trimmed': {
    trim: (text) => (/[^ \t\v\f]/.test(text) ? text.replace(/[ \t\v\f]{1,200}$/, '') : ''),
  },
  'one space is trimmed on either side': {
    trim: (text) => text.replace(/^[ \t\v\f]/, '').replace(/[ \t\v\f]$/, ''),
  },
  'SP is no white space': { isSpace: (octet) => octet !== '' && '\t\v\f'.includes(octet) },
  'HTAB is no white space': { isSpace: (octet) => octet !== '' && ' \v\f'.includes(octet) },
  'VT is no white space': { isSpace: (octet) => octet !== '' && ' \t\f'.includes(octet) },
  'FF is no white space': { isSpace: (octet) => octet !== '' && ' \t\v'.includes(octet) },
  'control octets are white space': { isSpace: (octet) => octet !== '' && octet <= ' ' },
  'A0 is white space': { isSpace: (octet) => octet === '\xA0' || octet === '\xC2' || SOUND.isSpace(octet) },
  'white space of Unicode is trimmed': {
    trim: (text) => toOctetText(new TextEncoder().encode(decoded(text).trim())),
  },
  'quotation marks are trimmed': { trim: (text) => SOUND.trim(text).replace(/^"|"$/g, '') },
  'NUL does not end a line under google': { untilNul: (text) => text },
  'NUL ends a line under every profile': { untilNul: (text) => text.split('\0')[0] },
  'control octets make no line invalid': { rejects: () => false },
  'control octets make lines invalid under google, too': {
    rejects: (content) => [...content].some((octet) => SOUND.isControl(octet)),
  },
  'control octets are removed from lines': {
    lines: (file, profile) =>
      SOUND.lines(file, profile).map((line) =>
        [...line].filter((octet) => octet > '\x1F' || '\t\v\f'.includes(octet)).join(''),
      ),
  },
  'control octets in comments count': {
    withoutComment: (text) => ([...text].some((octet) => SOUND.isControl(octet)) ? text : text.split('#')[0]),
  },
  'HTAB makes a line invalid': { isControl: (octet) => octet === '\t' || SOUND.isControl(octet) },
  'VT makes a line invalid': { isControl: (octet) => octet === '\v' || SOUND.isControl(octet) },
  'FF makes a line invalid': { isControl: (octet) => octet === '\f' || SOUND.isControl(octet) },
  '7F makes a line invalid': { isControl: (octet) => octet === '\x7F' || SOUND.isControl(octet) },
  'octets from 80 on make a line invalid': {
    isControl: (octet) => octet >= '\x80' || SOUND.isControl(octet),
  },
  'a user-agent line with a control octet is no line': { keepsRejectedAgents: false },
  ...Object.fromEntries(
    controls().map((octet) => [
      `the control octet ${octet.charCodeAt(0).toString(16)} is accepted`,
      { isControl: (one: string) => one !== octet && SOUND.isControl(one) },
    ]),
  ),
};

const recordFaults: Changes = {
  'a line is split at its last colon': {
    atColon: (content) => [
      content.slice(0, content.lastIndexOf(':')),
      content.slice(content.lastIndexOf(':') + 1),
    ],
  },
  'a line with two colons is no record': { hasColon: (content) => content.split(':').length === 2 },
  'an equals sign separates as well': {
    hasColon: (content) => /[:=]/.test(content),
    atColon: (content) => [content.split(/[:=]/)[0], content.slice(content.search(/[:=]/) + 1)],
  },
  'a semicolon separates as well': {
    hasColon: (content) => /[:;]/.test(content),
    atColon: (content) => [content.split(/[:;]/)[0], content.slice(content.search(/[:;]/) + 1)],
  },
  'the fullwidth colon separates as well': {
    hasColon: (content) => /:|\xEF\xBC\x9A/.test(content),
    atColon: (content) => content.split(/:|\xEF\xBC\x9A/, 2) as [string, string],
  },
  'a colon needs a space after it': { hasColon: (content) => /:[ \t\v\f]/.test(content) },
  'a colon needs none before it': { hasColon: (content) => /^[^:]*[^: \t\v\f]:|^:/.test(content) },
  'a line with an empty field is a disallow': {
    acceptsEmptyField: true,
    kind: (field, profile) => (field === '' ? 'disallow' : SOUND.kind(field, profile)),
  },
  'a field of two words counts by its last': {
    fieldAndValue(content, profile) {
      const parts = SOUND.fieldAndValue.call(this, content, profile);
      return parts === null ? null : [parts[0].split(/[ -]/).at(-1) ?? '', parts[1]];
    },
  },
  'a line without a colon is never a record': { takesTwoWords: () => false },
  'koster-1996 reads lines without a colon': { takesTwoWords: () => true },
  'a line of three words is a record': { mostWords: 3 },
  'VT separates words': { words: (content) => content.split(/[ \t\v]+/) },
  'FF separates words': { words: (content) => content.split(/[ \t\f]+/) },
  'a no-break space separates words': { words: (content) => content.split(/(?:[ \t]|\xC2\xA0)+/) },
  'HTAB does not separate words': { words: (content) => content.split(/ +/) },
  'nothing need separate a field from its path': { words: (content) => content.split(/[ \t]+|(?=\/)/) },
  'fields have case': {
    kind: (field, profile) =>
      /^(?:User-agent|Allow|Disallow|user-agent|allow|disallow)$/.test(field)
        ? SOUND.kind(field, profile)
        : null,
  },
  'fields are folded by Unicode': {
    kind: (field, profile) => SOUND.kind(foldCase(decoded(field).toUpperCase()), profile),
  },
  'fields are read without hyphens and spaces': {
    kind: (field, profile) =>
      SOUND.kind(field.replace(/[-_ \t]/g, '').replace(/^useragent$/i, 'user-agent'), profile),
  },
  'fields are read without what is no ASCII letter': {
    kind: (field, profile) =>
      SOUND.kind(field.replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, '').replace(/[^ -~]/g, ''), profile),
  },
  'user_agent is user-agent': { kind: (field, profile) => SOUND.kind(field.replace(/[_.]/g, '-'), profile) },
  'a field may have any white space inside': {
    kind: (field, profile) => SOUND.kind(field.replace(/[ \t]+/g, ' '), profile),
  },
  'a field that contains a known one is that one': {
    isSpelled: (field, spelling) => field.includes(spelling),
  },
  'a field that ends with a known one is that one': {
    isSpelled: (field, spelling) => field.endsWith(spelling),
  },
  'every profile takes fields that begin with a known one': {
    isSpelled: (field, spelling) => field.startsWith(spelling),
  },
  'google compares the whole field': { isSpelled: (field, spelling) => field === spelling },
  'no misspelling is accepted': { acceptsMisspellings: () => false },
  'koster-1996 accepts misspellings': { acceptsMisspellings: () => true },
  'a transposed or missing letter is accepted': {
    kind: (field, profile) =>
      SOUND.kind(
        field
          .replace(/^(?:d?is?s?a?ll*o?w?|diallow|desallow|dsallow|disalllow|disallo)$/i, 'disallow')
          .replace(/^(?:alow|allo)$/i, 'allow')
          .replace(/^(?:useragnet|usr-agent|user-agnet|agent|user)$/i, 'user-agent'),
        profile,
      ),
  },
  'other words mean disallow': {
    kind: (field, profile) =>
      SOUND.kind(
        field
          .replace(/^(?:deny|block|noindex|no-allow)$/i, 'disallow')
          .replace(/^permit$/i, 'allow')
          .replace(/^(?:robot|crawler)$/i, 'user-agent'),
        profile,
      ),
  },
  ...Object.fromEntries(
    SOUND.spellings.flatMap(([kind, spellings]) =>
      spellings.slice(kind === 'sitemap' ? spellings.length : 1).map((left): [string, Partial<Parts>] => [
        `the spelling ${left} is not accepted`,
        {
          spellings: SOUND.spellings.map(
            ([one, all]) => [one, all.filter((spelling) => spelling !== left)] as const,
          ),
        },
      ]),
    ),
  ),
  'allow is not known': { spellings: SOUND.spellings.filter(([kind]) => kind !== 'allow') },
  'Content-Usage is an other record': { isContentUsage: () => false },
  'Content-Usage is a rule under every profile': { isContentUsage: (field) => field === 'content-usage' },
  'Content-Usages is Content-Usage': {
    isContentUsage: (field, profile) => profile === 'rfc9309' && field.startsWith('content-usage'),
  },
};

const limitFaults: Changes = {
  'the parsing limit is 499 KiB': { parsingLimit: 499 * 1024 },
  'the parsing limit is 100 KiB': { parsingLimit: 100 * 1024 },
  'the parsing limit is 10 KiB': { parsingLimit: 10 * 1024 },
  'the parsing limit is 1,000 octets': { parsingLimit: 1000 },
  'the parsing limit is 500,000 octets': { parsingLimit: 500_000 },
  'the parsing limit is 511,999 octets': { parsingLimit: 511_999 },
  'the parsing limit is 512,001 octets': { parsingLimit: 512_001 },
  'there is no parsing limit': { parsingLimit: Infinity },
  'a mark does not count for the parsing limit': {
    lines(file, profile) {
      return SOUND.lines.call(
        { ...this, parsingLimit: this.parsingLimit + this.mark(file, profile) },
        file,
        profile,
      );
    },
  },
  'a line that the limit cuts is read': { keepsCutLine: true },
  'a file beyond the limit has no rules': {
    lines: (file, profile) => (file.length > 512_000 ? [] : SOUND.lines(file, profile)),
  },
  'the end of the last line is not within the limit': { parsingLimit: 511_998 },
  'the line limit is 16,662 octets': { lineLimit: 16_662 },
  'the line limit is 16,664 octets': { lineLimit: 16_664 },
  'the line limit is 2,083 octets': { lineLimit: 2083 },
  'the line limit is 255 octets': { lineLimit: 255 },
  'there is no line limit': { lineLimit: Infinity },
  'a line that is too long is dropped': {
    lines: (file, profile) =>
      SOUND.lines
        .call({ ...SOUND, lineLimit: Infinity }, file, profile)
        .map((line) => (line.length > 16_663 ? '' : line)),
  },
  'the rest of a line that is too long is the next line': {
    lines: (file, profile) =>
      SOUND.lines
        .call({ ...SOUND, lineLimit: Infinity }, file, profile)
        .flatMap((line) => line.match(/.{1,16663}/gs) ?? ['']),
  },
  'only 10,000 rules are read': { rulesFor: (...question) => SOUND.rulesFor(...question).slice(0, 10_000) },
  'only 100 rules are read': { rulesFor: (...question) => SOUND.rulesFor(...question).slice(0, 100) },
  'only 100 names of a group are read': {
    groups: (file, profile) =>
      SOUND.groups(file, profile).map(({ agents, rules }) => ({ agents: agents.slice(0, 100), rules })),
  },
  'only 10,000 names of a group are read': {
    groups: (file, profile) =>
      SOUND.groups(file, profile).map(({ agents, rules }) => ({ agents: agents.slice(0, 10_000), rules })),
  },
  'a file of more than 5,000 octets is not read': {
    lines: (file, profile) => (file.length > 5000 ? [] : SOUND.lines(file, profile)),
  },
  'a pattern of more than 255 octets is a slash': {
    record(line, octets, profile) {
      const record = SOUND.record(line, octets, profile);
      return record === null || record.value.length <= 255 ? record : { ...record, value: '/' };
    },
  },
  'a pattern is cut after 255 octets': {
    record(line, octets, profile) {
      const record = SOUND.record(line, octets, profile);
      return record === null ? null : { ...record, value: record.value.slice(0, 255) };
    },
  },
};

/** Every fault. */
export const FAULTS: readonly Fault[] = [
  ...faultsOf(lineFaults),
  ...faultsOf(recordFaults),
  ...faultsOf(groupFaults),
  ...faultsOf(canonicalFaults),
  ...faultsOf(matchingFaults),
  ...faultsOf(limitFaults, true),
];

function faultsOf(changes: Changes, isAboutLimits = false): Fault[] {
  return Object.entries(changes).map(([name, change]) => ({
    name,
    parts: { ...SOUND, ...change },
    isAboutLimits: isAboutLimits || /^only 1/.test(name),
  }));
}

/** The verdict of a broken matcher; null if it throws. */
export function brokenVerdict(
  parts: Parts,
  ...question: [file: string, agents: readonly string[], url: string, profile: Profile]
): { allowed: boolean; line: number } | null {
  try {
    return parts.decide(...question);
  } catch {
    return null;
  }
}

function controls(): string[] {
  return Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter(
    (octet) => !'\t\n\v\f\r'.includes(octet),
  );
}

function octetsOf(text: string): Uint8Array {
  return Uint8Array.from(text, (octet) => octet.charCodeAt(0));
}

function decoded(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(octetsOf(text));
}

function toOctetText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join('');
}

function isUtf8(text: string): boolean {
  return !decoded(text).includes('\uFFFD') || text.includes('\xEF\xBF\xBD');
}

function replaced(text: string): string {
  return toOctetText(new TextEncoder().encode(decoded(text)));
}

function fromLatin1(text: string): string {
  return toOctetText(new TextEncoder().encode(text));
}
