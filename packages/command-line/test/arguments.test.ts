/** Reading a command line. */
import { expect, test } from 'vitest';
import { readArguments } from '../src/arguments.js';

const table = { name: { value: 'N', repeatable: true, help: '' }, flag: { short: 'f', help: '' } };

test('options may be anywhere, with values after a space or an equals sign', () => {
  const args = readArguments(['a', '--name', 'x', '-', '--name=-y', '-f', '--', '--flag'], table);
  expect(args.positionals).toEqual(['a', '-', '--flag']);
  expect(args.all('name')).toEqual(['x', '-y']);
  expect([args.one('name'), args.has('flag'), args.has('none')]).toEqual(['x', true, false]);
});

test('a lone - is a value', () => {
  expect(readArguments(['--name', '-'], table).all('name')).toEqual(['-']);
});

test('a value may be empty', () => {
  expect(readArguments(['--name='], table).all('name')).toEqual(['']);
});
