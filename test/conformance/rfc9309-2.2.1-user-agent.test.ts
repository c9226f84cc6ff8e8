/** RFC 9309 §2.2.1: names, and what a verdict says about its groups. Which groups apply is in `conformance/rfc9309/2.2.1-user-agent.json`. */
import { expect, test } from 'vitest';
import { productTokens } from '../../src/core.js';
import { describeRequirement } from './cite.js';
import { diagnosticsOf, groupsOf, read } from './judging.js';

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
});

// Figure 1.
const HEADER = 'Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)';

describeRequirement('2.2.1-token-substring', () => {
  test('figure 1: the identification string has the product token', () => {
    expect(productTokens(HEADER)).toEqual(['ExampleBot']);
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
  test('figure 2: the file has two groups, and the verdict says so', () => {
    const two =
      'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz';
    expect(groupsOf(two)).toHaveLength(2);
    expect(diagnosticsOf(two)).toEqual(['5 group-split']);
    expect(read(two).matcher({ agents: 'ExampleBot' }).check('/baz').groupCount).toBe(2);
  });
});

describeRequirement('2.2.1-wildcard', () => {
  test('the verdict says that the group is for *', () => {
    const verdict = read('user-agent: *\ndisallow: /a').matcher({ agents: 'FooBot' }).check('/a');
    expect(verdict).toMatchObject({ selectedBy: 'wildcard', agent: null });
  });
});
