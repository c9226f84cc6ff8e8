/** Faults of lines: docs/semantics.md §1. */
import { after, type Change, type Changes, eachLine } from './changes.js';
import { decoded, fromLatin1, isUtf8, replaced, toOctetText } from './octet-texts.js';
import { SOUND } from './parts/sound.js';

/** A matcher that ends lines at an octet or several, too. */
function lineEnd(end: string): Change {
  return after('lineEnd', (length, text, at) => (text.startsWith(end, at) ? end.length : length));
}

/** A matcher that reads until a line. */
function linesUntil(isLast: (line: string) => boolean): Change {
  return after('lines', (lines) =>
    lines.slice(
      0,
      [...lines, ''].findIndex((line, at) => at === lines.length || isLast(line)),
    ),
  );
}

export const lineFaults: Changes = {
  'CR does not end a line': {
    lineEnd: (text, at) => (text[at] === '\n' ? 1 : text.startsWith('\r\n', at) ? 2 : 0),
  },
  'LF does not end a line': {
    lineEnd: (text, at) => (text[at] !== '\r' ? 0 : text[at + 1] === '\n' ? 2 : 1),
  },
  'LF alone ends no line, only CRLF does': { lineEnd: (text, at) => (text.startsWith('\r\n', at) ? 2 : 0) },
  'CRLF is two line ends': { lineEnd: (text, at) => ('\r\n'.includes(text[at]) ? 1 : 0) },
  'CR LF CR is one line end': lineEnd('\r\n\r'),
  'LF CR is one line end': lineEnd('\n\r'),
  'empty lines are not counted': {
    lineEnd: (text, at) => /^(?:\r\n|\r|\n)+/.exec(text.slice(at, at + 8))?.[0].length ?? 0,
  },
  'VT ends a line': lineEnd('\v'),
  'FF ends a line': lineEnd('\f'),
  'U+0085 ends a line': lineEnd('\xC2\x85'),
  'U+2028 ends a line': lineEnd('\xE2\x80\xA8'),
  'U+2029 ends a line': lineEnd('\xE2\x80\xA9'),
  'a last line without an end is lost': after('lines', (lines, file) =>
    /[\r\n]$/.test(file) ? lines : lines.slice(0, -1),
  ),
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
  'a byte order mark is skipped in every line': eachLine((line) => line.replace(/^\xEF\xBB\xBF/, '')),
  'the first line is skipped with its mark': after('lines', (lines, file) =>
    file.startsWith('\xEF') ? ['', ...lines.slice(1)] : lines,
  ),
  'a character U+FEFF is removed everywhere': eachLine((line) => line.replaceAll('\xEF\xBB\xBF', '')),
  'octets that are not ASCII are removed': eachLine((line) => line.replace(/[^\0-\x7F]/g, '')),
  'a file that is not UTF-8 is not read': after('lines', (lines, file) => (isUtf8(file) ? lines : [])),
  'a line that is not UTF-8 is dropped': eachLine((line) => (isUtf8(line) ? line : '#')),
  'octets that are not UTF-8 become U+FFFD': eachLine((line) => (isUtf8(line) ? line : replaced(line))),
  'octets that are not UTF-8 are taken for Latin-1': eachLine((line) =>
    isUtf8(line) ? line : fromLatin1(line),
  ),
  'nothing after a line that cannot be read counts': linesUntil(
    (line) => !/[:#]|^\s*$/.test(line) || [...line].some((octet) => SOUND.isControl(octet)),
  ),
  'HTML ends the reading': linesUntil((line) => line.includes('<')),
  'only 1,000 lines are read': after('lines', (lines) => lines.slice(0, 1000)),
  'only 100 lines are read': after('lines', (lines) => lines.slice(0, 100)),
  'only 10 lines are read': after('lines', (lines) => lines.slice(0, 10)),
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
  'control octets are removed from lines': eachLine((line) =>
    [...line].filter((octet) => octet > '\x1F' || '\t\v\f'.includes(octet)).join(''),
  ),
  'control octets in comments count': {
    withoutComment: (text) => ([...text].some((octet) => SOUND.isControl(octet)) ? text : text.split('#')[0]),
  },
  'HTAB makes a line invalid': { isControl: (octet) => octet === '\t' || SOUND.isControl(octet) },
  'VT makes a line invalid': { isControl: (octet) => octet === '\v' || SOUND.isControl(octet) },
  'FF makes a line invalid': { isControl: (octet) => octet === '\f' || SOUND.isControl(octet) },
  '7F makes a line invalid': { isControl: (octet) => octet === '\x7F' || SOUND.isControl(octet) },
  'octets from 80 on make a line invalid': after(
    'isControl',
    (isControl, octet) => isControl || octet >= '\x80',
  ),
  'a user-agent line with a control octet is no line': { keepsRejectedAgents: false },
  ...Object.fromEntries(
    controls().map((octet) => [
      `the control octet ${octet.charCodeAt(0).toString(16)} is accepted`,
      { isControl: (one: string) => one !== octet && SOUND.isControl(one) },
    ]),
  ),
};

function controls(): string[] {
  return Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter(
    (octet) => !'\t\n\v\f\r'.includes(octet),
  );
}
