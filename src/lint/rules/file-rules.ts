/**
 * Rules about the file as a whole: what it is, how its text is encoded, how long it is.
 */
import { ofDiagnostic, type RuleTable } from '../rule.js';

export const FILE_RULES = {
  'looks-like-html': ofDiagnostic('looks-like-html', {
    severity: 'error',
    why: 'A server that has no robots.txt often responds with an HTML page. No line of it is a rule, so crawlers treat everything as allowed. If the page has no groups, this is the only finding.',
    example: '<!DOCTYPE html>\n<title>Page not found</title>\n',
    better: 'User-agent: *\nDisallow:\n',
    sources: ['RFC 9309 §2.3', 'Google\'s page, "File format"'],
  }),
  'looks-like-json': {
    severity: 'error',
    title: 'The file looks like JSON.',
    why: 'An API often responds to unknown paths with JSON. No line of it is a rule, so crawlers treat everything as allowed. This is then the only finding.',
    fix: 'Serve robots.txt as plain text, or respond with 404 if there is none (RFC 9309 §2.3).',
    example: '{"error": "not found"}\n',
    better: 'User-agent: *\nDisallow:\n',
    sources: ['RFC 9309 §2.3'],
  },
  'utf-16': {
    severity: 'error',
    title: 'The file is encoded as UTF-16.',
    why: 'Crawlers read UTF-8. To them, every other octet of this file is a NUL, so it has no readable line and everything is allowed. This is the only finding.',
    fix: 'Save the file as UTF-8.',
    example: '\\xFF\\xFEU\\x00s\\x00e\\x00r\\x00',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.3', 'Google\'s page, "File format"'],
  },
  'byte-order-mark': ofDiagnostic('byte-order-mark', {
    why: 'RFC 9309 does not mention the mark. Old crawlers read it as part of the first line, and then miss the first group.',
    example: '\\xEF\\xBB\\xBFUser-agent: *\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['docs/semantics.md §1.2', 'Google\'s page, "File format"'],
    autofix: { does: 'Removes the mark.', changesVerdictsUnder: [] },
  }),
  'partial-byte-order-mark': ofDiagnostic('partial-byte-order-mark', {
    why: 'To crawlers other than Google, the first line has an unknown field. If it is a user-agent line, its group is lost.',
    example: '\\xEF\\xBBUser-agent: *\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['docs/semantics.md §1.2'],
  }),
  'invalid-utf-8': ofDiagnostic('invalid-utf-8', {
    why: 'Browsers and crawlers encode the non-ASCII characters of a URL as UTF-8. A pattern in another encoding does not match them. In the name of a crawler, the octet is part of the name, so the group may be for no crawler. Comments may have any octets.',
    example: 'User-agent: *\nDisallow: /caf\\xE9\n',
    better: 'User-agent: *\nDisallow: /caf%C3%A9\n',
    sources: ['RFC 9309 §2.3', 'RFC 9309 §2.2.2'],
  }),
  'nul-octet': {
    severity: 'error',
    title:
      'The line has a NUL octet outside its comment. Google reads it up to the NUL; RFC 9309 rejects it.',
    why: 'Crawlers disagree about the line, and many ignore it.',
    fix: 'Remove the NUL octet.',
    example: 'User-agent: *\nDisallow: /private\\x00/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §3', 'docs/semantics.md §1.6'],
  },
  'control-octet': ofDiagnostic('control-octet', {
    why: 'The line is ignored under RFC 9309. Such octets come from broken editors or from binary data.',
    example: 'User-agent: *\nDisallow: /private\\x01/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §3'],
  }),
  'line-too-long': ofDiagnostic('line-too-long', {
    why: 'A pattern that is cut matches more URLs than the whole pattern.',
    example: 'User-agent: *\nDisallow: /aaaa… (more than 16,663 octets)\n',
    better: 'User-agent: *\nDisallow: /aaaa\n',
    sources: ['docs/semantics.md §1.4'],
  }),
  'parsing-limit': ofDiagnostic('parsing-limit', {
    why: 'Rules after the limit do not exist for most crawlers. Google stops at 500 KiB.',
    example: 'User-agent: *\n# … more than 512,000 octets …\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.5', 'Google\'s page, "File format"'],
  }),
} satisfies RuleTable;
