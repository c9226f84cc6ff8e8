/** RFC 9309 §2.2.1: which crawlers a group is for. */
import { describe, expect, test } from 'vitest';
import { productTokens } from '../../src/core.js';
import { describeRequirement } from './cite.js';
import { type Answer, diagnosticsOf, groupsOf, judgeUnder, read } from './judging.js';

const judge = judgeUnder('rfc9309');

describeRequirement('2.2.1-token-characters', () => {
  test.each(['ExampleBot', 'example-bot', 'EXAMPLE_BOT', '-', '_', '*'])('%s is right', (token) => {
    expect(diagnosticsOf(`user-agent: ${token}\nallow: /`)).toEqual([]);
  });

  test.each([
    'ExampleBot/0.1',
    'Example Bot',
    'ExampleBot2',
    'Example.Bot',
    'ExampleBot*',
    'ExämpleBot',
    '**',
    '* x',
  ])('%s is more than a product token, and is reported', (value) => {
    expect(diagnosticsOf(`user-agent: ${value}\nallow: /`)).toEqual(['1 unusual-product-token']);
  });

  test('the token ends at the first other character', () => {
    expect(judge('user-agent: ExampleBot/0.1\ndisallow: /a', '/a', 'ExampleBot')).toBe('disallow 2');
    expect(judge('user-agent: ExampleBot (x)\ndisallow: /a', '/a', 'ExampleBot')).toBe('disallow 2');
  });
});

// Figure 1.
const HEADER = 'Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)';

describeRequirement('2.2.1-token-substring', () => {
  test('figure 1: the product token in the identification string selects the group', () => {
    const [token] = productTokens(HEADER);
    expect(token).toBe('ExampleBot');
    expect(judge('user-agent: ExampleBot\ndisallow: /a', '/a', token)).toBe('disallow 2');
  });
});

describeRequirement('2.2.1-token-in-header', () => {
  test.each([
    HEADER,
    'ExampleBot/0.1',
    'ExampleBot',
    'ExampleBot/0.1 (+https://www.example.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; ExampleBot/0.1)',
  ])('every candidate for the product token of %s is a substring of it', (header) => {
    expect(productTokens(header)).toEqual(['ExampleBot']);
    expect(header).toContain('ExampleBot');
  });
});

describeRequirement('2.2.1-combine', () => {
  describe('figure 2', () => {
    const two =
      'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz';
    const merged = 'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\ndisallow: /baz';

    test.each<[string, Answer, Answer]>([
      ['/foo', 'disallow 2', 'disallow 2'],
      ['/bar', 'disallow 3', 'disallow 3'],
      ['/baz', 'disallow 6', 'disallow 4'],
      ['/qux', 'no rule', 'no rule'],
    ])('%s: two groups and one merged group give the same answer', (url, ofTwo, ofMerged) => {
      expect(judge(two, url, 'ExampleBot')).toBe(ofTwo);
      expect(judge(merged, url, 'ExampleBot')).toBe(ofMerged);
    });

    test('the file has two groups, and the verdict says so', () => {
      expect(groupsOf(two)).toHaveLength(2);
      expect(diagnosticsOf(two)).toEqual(['5 group-split']);
      expect(read(two).matcher({ agents: 'ExampleBot' }).check('/baz').groupCount).toBe(2);
    });
  });

  test('groups for others or for * between them change nothing', () => {
    const body =
      'user-agent: FooBot\ndisallow: /a\nuser-agent: *\ndisallow: /b\nuser-agent: BarBot\nuser-agent: foobot\ndisallow: /c';
    expect(['/a', '/b', '/c'].map((url) => judge(body, url))).toEqual([
      'disallow 2',
      'no rule',
      'disallow 7',
    ]);
  });

  test('the most specific rule of the combined group decides', () => {
    const body =
      'user-agent: FooBot\ndisallow: /a/b\nallow: /c/d\n\nuser-agent: FooBot\nallow: /a\ndisallow: /c';
    expect(judge(body, '/a/b')).toBe('disallow 2');
    expect(judge(body, '/a')).toBe('allow 6');
    expect(judge(body, '/c/d')).toBe('allow 3');
    expect(judge(body, '/c')).toBe('disallow 7');
  });

  test('a group without rules changes nothing', () => {
    const body = 'user-agent: FooBot\ndisallow: /a\n\nuser-agent: FooBot\n';
    expect(judge(body, '/a')).toBe('disallow 2');
  });
});

describeRequirement('2.2.1-wildcard', () => {
  describe('figure 3', () => {
    const body = 'user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz';

    test.each<[string, string, Answer]>([
      ['ExampleBot', '/foo', 'disallow 2'],
      ['ExampleBot', '/bar', 'disallow 3'],
      ['ExampleBot', '/baz', 'no rule'],
      ['BazBot', '/foo', 'no rule'],
      ['BazBot', '/bar', 'no rule'],
      ['BazBot', '/baz', 'disallow 6'],
    ])('%s at %s: %s', (agent, url, answer) => {
      expect(judge(body, url, agent)).toBe(answer);
    });
  });

  test('the group for * may be anywhere', () => {
    const body = 'user-agent: BazBot\ndisallow: /baz\n\nuser-agent: *\ndisallow: /foo';
    expect(judge(body, '/foo', 'ExampleBot')).toBe('disallow 5');
    expect(judge(body, '/foo', 'BazBot')).toBe('no rule');
  });

  test('a group that names the caller and * is a matching group', () => {
    const body = 'user-agent: *\ndisallow: /a\n\nuser-agent: BazBot\nuser-agent: *\ndisallow: /b';
    expect(['/a', '/b'].map((url) => judge(body, url, 'BazBot'))).toEqual(['no rule', 'disallow 6']);
    expect(['/a', '/b'].map((url) => judge(body, url, 'ExampleBot'))).toEqual(['disallow 2', 'disallow 6']);
  });

  test('the verdict says that the group is for *', () => {
    const verdict = read('user-agent: *\ndisallow: /a').matcher({ agents: 'FooBot' }).check('/a');
    expect(verdict).toMatchObject({ selectedBy: 'wildcard', agent: null });
  });
});
