import { describe, expect, test } from 'vitest';
import { factsOctets, keptFacts, keptMessage, textOctets } from '../../src/memory/record.js';
import { facts } from '../lookup/support/results.js';

const redirect = (url: string, location: string | null = null) => ({ url, status: 301, location });

describe('text chosen by a server is kept up to a bound', () => {
  test('URLs: 2,048 characters, the last of them an ellipsis if it was cut', () => {
    const whole = 'u'.repeat(2048);
    const cut = `${'u'.repeat(2047)}…`;
    const kept = keptFacts({
      ...facts(200),
      finalUrl: `${whole}u`,
      redirects: [redirect(whole, whole), redirect(`${whole}u`, `${whole}u`), redirect('short')],
    });
    expect(kept.finalUrl).toBe(cut);
    expect(kept.redirects).toEqual([redirect(whole, whole), redirect(cut, cut), redirect('short')]);
    expect(keptFacts({ ...facts(200), finalUrl: whole }).finalUrl).toBe(whole);
  });

  test('messages: 500 characters', () => {
    expect(keptMessage('m'.repeat(500))).toBe('m'.repeat(500));
    expect(keptMessage('m'.repeat(501))).toBe(`${'m'.repeat(499)}…`);
  });

  test('header values: 1,024 characters; a longer one is left out', () => {
    const headers = { etag: 'e'.repeat(1024), expires: 'e'.repeat(1025), vary: '*' };
    expect(keptFacts(facts(200, headers)).headers).toEqual({ etag: headers.etag, vary: '*' });
  });

  test('redirects: 16', () => {
    const redirects = Array.from({ length: 20 }, (_, i) => redirect(`${i}`));
    expect(keptFacts({ ...facts(200), redirects }).redirects).toEqual(redirects.slice(0, 16));
  });
});

describe('the memory that texts take', () => {
  test('an octet for each character of Latin-1, else two', () => {
    const base = textOctets('');
    expect(base).toBeGreaterThan(0);
    expect(textOctets('abc') - base).toBe(3);
    expect(textOctets('\0ÿé') - base).toBe(3);
    expect(textOctets('abł') - base).toBe(6);
  });

  test('every text of the facts counts', () => {
    const plain = factsOctets(facts(200));
    const { robotsUrl, finalUrl, profile } = facts(200);
    expect(plain).toBeGreaterThan(
      [robotsUrl, finalUrl, profile].reduce((sum, text) => sum + textOctets(text), 0),
    );
    const more = {
      ...facts(200),
      robotsUrl: `${robotsUrl}12`,
      finalUrl: `${finalUrl}345`,
      profile: `${profile}6`,
    };
    expect(factsOctets(more) - plain).toBe(2 + 3 + 1);
  });

  test.each([
    ['a redirect', { redirects: [redirect('abc')] }, { redirects: [redirect('abcde')] }],
    ['where it leads', { redirects: [redirect('a', 'bc')] }, { redirects: [redirect('a', 'bcde')] }],
    [
      'a redirect that leads nowhere',
      { redirects: [redirect('abc')] },
      { redirects: [redirect('a', 'bcde')] },
    ],
    ['a header', { headers: { etag: 'abc' } }, { headers: { etag: 'abcde' } }],
  ])('%s counts with its text', (_, one, longer) => {
    const plain = factsOctets(facts(200));
    expect(factsOctets({ ...facts(200), ...one })).toBeGreaterThan(plain + textOctets('abc'));
    expect(factsOctets({ ...facts(200), ...longer }) - factsOctets({ ...facts(200), ...one })).toBe(2);
  });
});
