/** Commands that take a URL in place of a file say which robots.txt they read. */
import { expect, test } from 'vitest';
import { useCommand } from './support/command.js';
import { useSites } from './support/sites.js';

const command = useCommand();
const site = useSites();

const RULES = 'User-agent: *\nDisallow: /private/\n';

/** The commands, with what follows the URL: `URL` is it again, `/` the root of its site. */
const COMMANDS = [
  'lint',
  'lint --format json',
  'agents --json',
  'diff URL',
  'explain / --agent Bot',
  'readings --all',
  'readings / --json',
];

test.each(COMMANDS)('%s: another URL than that of a robots.txt', async (line) => {
  const [name = '', ...others] = line.split(' ');
  const { origin } = await site({ body: RULES });
  const stderrFor = async (url: string): Promise<string> => {
    const places: Readonly<Record<string, string>> = { URL: url, '/': `${origin}/` };
    return (await command.run([name, url, ...others.map((argument) => places[argument] ?? argument)])).stderr;
  };
  const note = `robotstream: note: reading ${origin}/robots.txt, which governs the URL given\n`;
  for (const path of ['/project/robots.txt', '/robots.txt?from=a', '/robots.txt?', '/ROBOTS.TXT', '/page'])
    expect(await stderrFor(origin + path)).toContain(note);
  for (const path of ['', '/', '/robots.txt', '/robots.txt#part'])
    expect(await stderrFor(origin + path)).not.toContain('note: reading');
});

test.each(['explain', 'readings'])('%s: the URL that is asked about needs no note', async (name) => {
  const { origin } = await site({ body: RULES });
  expect((await command.run([name, `${origin}/page`, '--agent', 'Bot'])).stderr).toBe('');
});
