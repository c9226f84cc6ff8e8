/** docs/profiles.md has every axis of `defineProfile`, every choice, and the profiles that make it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AXIS_CHOICES, PROFILES } from '../../src/profiles.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/profiles.md';
const page = readFileSync(PAGE, 'utf8');

type Section = keyof typeof AXIS_CHOICES;

const AXES = (Object.keys(AXIS_CHOICES) as Section[]).flatMap((section) =>
  Object.entries(AXIS_CHOICES[section]).map(([axis, choices]) => ({ section, axis, choices })),
);

test('the sections and axes are those of defineProfile, in its order', () => {
  const headings = Array.from(page.matchAll(/^(###?) (\w+)/gm), ([, level, name]) => `${level} ${name}`);
  const expected = (Object.keys(AXIS_CHOICES) as Section[]).flatMap((section) => [
    `## ${section}`,
    ...Object.keys(AXIS_CHOICES[section]).map((axis) => `### ${axis}`),
  ]);
  expect(headings).toEqual(expected);
});

test.each(AXES)('$section.$axis', ({ section, axis, choices }) => {
  const text = textBelow(axis);
  const rows = new Map(
    Array.from(text.matchAll(/^\| `(.+?)` \| .+ \| (.+) \|$/gm), ([, choice, profiles]) => [
      choice,
      profiles,
    ]),
  );
  expect(rows).toEqual(new Map(choicesWithProfiles(section, axis, choices)));
  if ('least' in choices) {
    expect(text.replaceAll('\n', ' ')).toContain(rangeInWords(choices));
    expect(text.includes('Milliseconds')).toBe(axis.endsWith('Ms'));
  }
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  await runExample(code);
});

function textBelow(axis: string): string {
  return page.split(/^##+ /m).find((part) => part.startsWith(`${axis}\n`)) ?? '';
}

/** The choices in the order of `AXIS_CHOICES`; of a number, the values that profiles have. */
function choicesWithProfiles(
  section: Section,
  axis: string,
  choices: readonly unknown[] | object,
): [string, string][] {
  const made = Object.entries(PROFILES).map(
    ([name, profile]) => [name, (profile[section] as unknown as Record<string, unknown>)[axis]] as const,
  );
  const listed = Array.isArray(choices) ? choices : [...new Set(made.map(([, choice]) => choice))];
  return listed.map((choice) => [
    String(choice),
    made.flatMap(([name, its]) => (its === choice ? [`\`${name}\``] : [])).join(', '),
  ]);
}

function rangeInWords({ least, most }: { readonly least: number; readonly most: number }): string {
  return most === Infinity
    ? `a whole number from ${least}, or \`Infinity\``
    : `whole number from ${least} to ${most}`;
}
