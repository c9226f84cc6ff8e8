/** `conformance/` is in order: its schemas, its index, its ids, and that each requirement and clause has cases. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import requirements from '../../conformance/requirements.json' with { type: 'json' };
import suite from '../../conformance/suite.json' with { type: 'json' };
import { CITED, FOUND_FILES, matchingCases, serverCases } from './suite.js';

const ROOT = new URL('../../conformance/', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strict: false });

function json(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
}

/** The errors of a file by its schema. */
function errorsIn(path: string, schema: string): unknown {
  const file = `schema/${schema}.schema.json`;
  const validate = ajv.getSchema(file) ?? ajv.addSchema(json(file) as object, file).getSchema(file);
  if (validate === undefined) throw new Error(`no schema ${file}`);
  return validate(json(path)) === true ? null : validate.errors?.slice(0, 5);
}

describe('conformance/', () => {
  test.each(suite.files)('$path fits its schema', ({ path, kind }) => {
    expect(errorsIn(path, kind === 'servers' ? 'servers' : 'cases')).toBeNull();
  });

  test.each(['suite', 'requirements'])('%s.json fits its schema', (name) => {
    expect(errorsIn(`${name}.json`, name)).toBeNull();
  });

  test('the schema refuses a case without a verdict, and a dispute with one', () => {
    const [one] = matchingCases();
    const file = (cases: unknown) => ({ document: 'rfc9309', section: '1', title: 'x', cases: [cases] });
    const isValid = ajv.compile(json('schema/cases.schema.json') as object);
    expect(isValid(file({ ...one, answers: undefined, line: undefined }))).toBe(false);
    expect(isValid(file({ ...one, class: 'disputed' }))).toBe(false);
    expect(isValid(file({ ...one, robotsBase64: '' }))).toBe(false);
  });

  test('the index lists every file, and how many cases it has', () => {
    expect(suite.files.map(({ path }) => path).sort()).toEqual(FOUND_FILES);
    const counted = suite.files.map(({ path, kind }) => {
      const file = path.replace(/\.json$/, '');
      return (kind === 'servers' ? serverCases(file) : matchingCases(file)).length;
    });
    expect(counted).toEqual(suite.files.map(({ cases }) => cases));
  });

  test('there are 2,500 cases and more, each with an id and a question of its own', () => {
    const cases = matchingCases();
    expect(cases.length).toBeGreaterThan(2500);
    const ids = [...cases, ...serverCases()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const questions = cases.map(({ robots, robotsBase64, robotsParts, agents, url, profile }) =>
      JSON.stringify([robots, robotsBase64, robotsParts, agents, url, profile]),
    );
    expect(new Set(questions).size).toBe(questions.length);
  });

  test('every case cites a requirement that is listed', () => {
    const unknown = [...matchingCases(), ...serverCases()].filter(
      ({ requirement }) => !(requirement in CITED),
    );
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });

  test('what a document does not require is no required case', () => {
    const wrong = [...matchingCases(), ...serverCases()].filter(
      ({ class: kind, requirement }) => kind === 'required' && CITED[requirement].level === 'SETTLED',
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('a case of a dispute lists answers that differ', () => {
    const agreeing = matchingCases().filter(
      ({ answers }) =>
        answers !== undefined && new Set(answers.map(({ allowed, line }) => `${allowed} ${line}`)).size === 1,
    );
    expect(agreeing.map(({ id }) => id)).toEqual([]);
  });
});

describe('the requirements of the suite', () => {
  const ids = Object.keys(requirements.requirements);
  /** Requirements of sites and of identification strings, which no robots.txt and no server can show. */
  const BEYOND_CASES = ['rfc9309-2.2.1-purpose', 'rfc9309-2.3-text-plain'];
  const cited = new Set([...matchingCases(), ...serverCases()].map(({ requirement }) => requirement));

  test.each(ids.filter((id) => !BEYOND_CASES.includes(id)))('%s has a case', (id) => {
    expect(cited).toContain(id);
  });
});
