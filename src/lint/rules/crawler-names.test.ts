import { expect, test } from 'vitest';
import { parseSync } from '../../parse.js';
import { lint } from '../lint.js';

const operatorsFound = (name: string) => {
  const { findings } = lint(parseSync(`User-agent: ${name}\nDisallow: /\n`));
  return findings.filter(({ rule }) => rule === 'incomplete-operator').map(({ message }) => message);
};

test('crawlers of one operator are incomplete if one alone is refused', () => {
  expect(operatorsFound('Diffbot').concat(operatorsFound('GPTBot')).join()).toContain('of the same operator');
});

test.each(['Lightpanda', 'img2dataset'])(
  '%s is a program that anybody runs, so no other has its operator',
  (name) => {
    expect(operatorsFound(name)).toEqual([]);
  },
);
