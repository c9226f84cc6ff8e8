/** FTP with a real server: RETR with an anonymous login (docs/semantics.md §6; RFC 959, RFC 1635, RFC 2428). */
import { expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { describeWith } from '../../../../test/support/needs.js';
import { FILE, get, inWords, mayFetch, PROFILE_NAMES } from './support/fetching.js';
import { always, Peer } from './support/peer.js';
import { startVsftpd, VSFTPD_NEED } from './support/vsftpd.js';

/** A file whose line ends and octets an ASCII transfer would change. */
const OCTETS = Buffer.concat([
  Buffer.from(FILE.replace('\n', '\r\n')),
  Buffer.from([0xff, 0x0a, 0x0d, 0x00]),
]);

describeWith(VSFTPD_NEED, 'a real FTP server', () => {
  test.each(PROFILE_NAMES)('has the file, under %s', async (profile) => {
    const origin = await startVsftpd({ files: { 'robots.txt': OCTETS } });
    const result = await get(`${origin}/pub/a.txt`, { profile });
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({
      robotsUrl: `${origin}/robots.txt`,
      finalUrl: `${origin}/robots.txt`,
      status: 226,
      headers: {},
      octets: OCTETS.length,
      encodedOctets: OCTETS.length,
    });
    expect(result.outcome === 'success' && Buffer.compare(result.document.octets, OCTETS)).toBe(0);
    expect([mayFetch(result, '/private'), mayFetch(result, '/public')]).toEqual([false, true]);
  });

  test.each([
    ['not', {}],
    ['not, but a folder of its name', { 'robots.txt/': '' }],
  ])('has the file %s: unavailable', async (_, files) => {
    const origin = await startVsftpd({ files });
    const result = await get(origin);
    expect(inWords(result)).toBe('unavailable, allow-all');
    expect(result.status).toBe(550);
    expect(mayFetch(result, '/private')).toBe(true);
  });

  test('has an empty file', async () => {
    const origin = await startVsftpd({ files: { 'robots.txt': '' } });
    const result = await get(origin);
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({ octets: 0, status: 226 });
  });

  test('has a file longer than the limit', async () => {
    const origin = await startVsftpd({
      files: { 'robots.txt': FILE + `#${'x'.repeat(100)}\n`.repeat(100_000) },
    });
    const result = await get(origin);
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
    expect(result).toMatchObject({ octets: PARSING_LIMIT_OCTETS, status: 150 });
    expect(mayFetch(result, '/private')).toBe(false);
  });

  test('refuses an anonymous login', async () => {
    const origin = await startVsftpd({ files: { 'robots.txt': FILE }, bannedPassword: 'guest' });
    const result = await get(origin);
    expect(inWords(result)).toBe('unreachable, disallow-all (ftp-failed)');
    expect(result.cause?.message).toContain('530');
  });

  test('is where a redirect of HTTP leads', async () => {
    const origin = await startVsftpd({ files: { 'the file.txt': FILE } });
    const peer = await Peer.start(always(301, '', { Location: `${origin}/the%20file.txt;type=a` }));
    const result = await get(peer.origin);
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({ robotsUrl: peer.robotsUrl, status: 226 });
    expect(mayFetch(result, '/private')).toBe(false);
  });
});
