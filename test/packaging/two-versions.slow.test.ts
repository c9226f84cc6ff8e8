/** A program with two copies of the core, as npm installs them for packages of different versions: what works, and what the errors say. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { separateProject, usePackages } from './support/package.js';
import { outputOf } from './support/tools.js';

const build = usePackages();
let project = '';
beforeAll(() => {
  project = separateProject(build);
  // What npm does if the client demands another version of the core than the program does.
  const nested = join(project, 'node_modules/@robotstream/client/node_modules');
  mkdirSync(nested);
  cpSync(join(project, 'node_modules/robotstream'), join(nested, 'robotstream'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(nested, 'robotstream/package.json'), 'utf8'));
  writeFileSync(join(nested, 'robotstream/package.json'), JSON.stringify({ ...manifest, version: '9.9.9' }));
  return () => rmSync(project, { recursive: true });
});

test('a document of one copy answers by itself, and is read again by the other; what needs its inside says why it refuses it', () => {
  const program = `
    import { createClient } from '@robotstream/client';
    import { parseSync } from 'robotstream';
    import { reachOf } from 'robotstream/compare';
    import { crawlerReport } from 'robotstream/crawlers';
    import { lint } from 'robotstream/lint';
    const client = createClient({ userAgent: 'FooBot/1', agents: 'FooBot' });
    await client.put('https://a.example/', 'User-agent: *\\nDisallow: /a');
    const { document } = await client.robots('https://a.example/');
    await client.close();
    const matcher = document.matcher({ agents: 'FooBot' });
    console.log(matcher.isAllowed('/a'), parseSync(document.octets).matcher({ agents: 'FooBot' }).isAllowed('/a'));
    for (const ask of [() => lint(document), () => crawlerReport(document, ['*']), () => reachOf(matcher)]) {
      try { ask(); } catch (error) { console.log(error.name, error.message); }
    }`;
  writeFileSync(join(project, 'two.mjs'), program);
  const refusal = (name: string) =>
    `TypeError ${name} is of another copy of robotstream, and a program needs one: npm ls robotstream`;
  expect(outputOf(project, [process.execPath, 'two.mjs']).split('\n')).toEqual([
    'false false',
    refusal('document'),
    refusal('document'),
    refusal('matcher'),
  ]);
});
