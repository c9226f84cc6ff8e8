/**
 * Whatever an exported function, constructor or method is called with: it takes the value, as the tables of `argument-targets.ts` say, or
 * throws an error that names the argument.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_ENTRIES } from '../../scripts/packages.mjs';
import { ACCEPTED_OPTIONS } from './accepted-arguments.js';
import { complaintsAbout } from './argument-misuse.js';
import { folder, NOT_CALLED, OBJECTS, TARGETS } from './argument-targets.js';
import { robotsClient } from './client-argument-targets.js';

const home = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(async () => {
  process.chdir(home);
  await robotsClient.close();
  rmSync(folder, { recursive: true });
});

describe('a wrong value is refused by the name of its argument, or the table says why it is accepted', () => {
  test.each(Object.keys(TARGETS))('%s', async (name) => {
    const advice =
      'refuse the value by the name of its argument, or list it in test/architecture/accepted-arguments.ts';
    expect(await complaintsAbout(name, TARGETS[name], ACCEPTED_OPTIONS), advice).toEqual([]);
  });
});

describe('everything exported is called', () => {
  test.each(PUBLIC_ENTRIES)('%s', async (entryPoint) => {
    const exported = Object.entries((await import(/* @vite-ignore */ entryPoint)) as object);
    const functions = exported.filter(([, value]) => typeof value === 'function');
    const names = functions.flatMap(([name, value]) => [
      name,
      ...staticMethods(value).map((method) => `${name}.${method}`),
    ]);
    const methods = exported.flatMap(([name, value]) =>
      methodsWithArguments(value).map((method) => `${name}.${method}`),
    );
    expect([...names, ...methods].filter((name) => !(name in TARGETS) && !(name in NOT_CALLED))).toEqual([]);
  });

  test.each(Object.entries(OBJECTS))('the methods of %s', (name, object) => {
    const methods = methodsWithArguments(Object.getPrototypeOf(object));
    expect(methods.length).toBeGreaterThan(0);
    expect(methods.map((method) => `${name}.${method}`).filter((method) => !(method in TARGETS))).toEqual([]);
  });
});

function staticMethods(made: unknown): string[] {
  return Object.getOwnPropertyNames(made).filter(
    (name) => name !== 'prototype' && typeof (made as Readonly<Record<string, unknown>>)[name] === 'function',
  );
}

/** The names of an object's own methods that take arguments. */
function methodsWithArguments(object: unknown): string[] {
  if (typeof object !== 'object' || object === null) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(
      ([name, { value }]) => name !== 'constructor' && typeof value === 'function' && takesArguments(value),
    )
    .map(([name]) => name);
}

function takesArguments(method: unknown): boolean {
  return !/^[^(]*\(\s*\)/.test(Function.prototype.toString.call(method));
}
