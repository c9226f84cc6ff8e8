import { describe, expect, test } from 'vitest';
import { type FileKind, fileKind } from './file-kind.js';

const octets = (latin1: string): Uint8Array =>
  Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const wide = (text: string, before: string, after: string): string =>
  [...text].map((character) => before + character + after).join('');

const FILES: readonly (readonly [kind: FileKind, ...files: string[]])[] = [
  [
    'html',
    '<!DOCTYPE html>\n<title>x</title>',
    '<!doctype\r\nHTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    '\xef\xbb\xbf \r\n\t<HTML>',
    '<meta name="viewport">',
    '<!--\n-->\n\n<script language="Javascript">',
    '<!-- one --><!-- two --><br/>',
    '<!--><p>',
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE html PUBLIC "x">',
    `<!--${' '.repeat(10_000)}-->${'\n'.repeat(10_000)}<html lang="en">`,
    '<h1 class="x">Not found</h1>',
  ],
  [
    'xml',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    '<?xml version="1.0"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    '<!DOCTYPE svg PUBLIC "x">',
    '<rss version="2.0">',
  ],
  ['json', '{"error": "not found"}', '{', ' {\n}', '[]', '[{"a":1}]', '[ 1, 2]', "{'error': 1}"],
  ['pdf', '%PDF-1.7\n'],
  ['gzip', '\x1f\x8b\x08\0\0'],
  ['zip', 'PK\x03\x04\x14'],
  ['zstd', '\x28\xb5\x2f\xfd\x04'],
  ['png', '\x89PNG\r\n\x1a\n\0'],
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['gif', 'GIF89a\x01', 'GIF87a'],
  ['webp', 'RIFF\x1a\0\0\0WEBPVP8 '],
  ['ico', '\0\0\x01\0\x01'],
  ['utf-16le', `\xff\xfe${wide('User-agent: *', '', '\0')}`, wide('User-agent: *', '', '\0')],
  ['utf-16be', `\xfe\xff${wide('User-agent: *', '\0', '')}`, wide('User-agent: *', '\0', '')],
  ['utf-32le', `\xff\xfe\0\0${wide('Us', '', '\0\0\0')}`, wide('User-agent: *', '', '\0\0\0')],
  ['utf-32be', `\0\0\xfe\xff${wide('Us', '\0\0\0', '')}`, wide('User-agent: *', '\0\0\0', '')],
];

const ROBOTS: readonly string[] = [
  '',
  ' \n',
  'User-agent: *\nDisallow: /\n',
  '\xef\xbb\xbfUser-agent: *\n',
  '# <!DOCTYPE html>\nUser-agent: *\n',
  // www.uspto.gov, 2019
  '<!-- Id = $Id: robots.txt 3287 2018-08-09 14:41:48Z JKarthig $ -->\nUser-agent: *\nDisallow: /\n',
  '<!-- never closed\nUser-agent: *\n',
  '<your-site>\nUser-agent: *\n',
  '<pages>\nUser-agent: *\n',
  '<!DOCTYPE',
  '<html',
  '<',
  '[robots]\nUser-agent: *\n',
  '{user-agent: *}\n',
  'PK: \x03\x04',
  'RIFF',
  // A byte order mark of UTF-16 before ASCII, as some editors write it.
  '\xff\xfeUser-agent: *\nDisallow: /\n',
  'User-agent: *\0\nDisallow: /\n',
  '\0A\0',
];

describe('the kind of a file', () => {
  test.each(FILES)('%s', (kind, ...files) => {
    expect(files.map((file) => fileKind(octets(file)))).toEqual(files.map(() => kind));
  });

  test('a file that is or may be a robots.txt has no kind', () => {
    expect(ROBOTS.filter((file) => fileKind(octets(file)) !== undefined)).toEqual([]);
  });

  test('accepts the beginning of a file cut at any place', () => {
    for (const [, ...files] of FILES) {
      for (const file of files) {
        const whole = octets(file.slice(0, 80));
        for (let end = 0; end <= whole.length; end++) fileKind(whole.subarray(0, end));
      }
    }
  });
});
