/**
 * A hostile file is only ever text: nothing that a file, its name, a question or a link says is run or becomes markup, the octets that
 * are not text survive, no file makes the page large or slow to lay out, and none stops it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { until } from '../../../../test/support/until.js';
import { encodeLink } from '../../inspector/state/link-code.js';
import { INITIAL_STATE } from '../../inspector/state/state.js';
import { readPage } from '../../src/inspect/page.js';
import { serveInspector } from '../../src/inspect/server.js';
import { useSites } from '../support/sites.js';
import { ask, cell, explanation, openFile, panelTitles, showPanel } from './support/actions.js';
import { builtInspector } from './support/built-inspector.js';
import { content, expectFile, openInEditor } from './support/editor.js';
import { useInspector } from './support/inspector.js';

/** Each of them sets `ran` if it is run. */
const ATTACKS = [
  '<img src=x onerror=window.ran=1>',
  '<script>window.ran=1</script>',
  '<svg onload=window.ran=1><a href=javascript:window.ran=1>x</a></svg>',
  '"><iframe srcdoc="<script>parent.ran=1</script>">',
  "'-(window.ran=1)-'",
  '</script><script>window.ran=1</script>',
  'javascript:window.ran=1',
  '{{constructor.constructor("window.ran=1")()}}',
];

/** A file that says them everywhere. */
const FILE = ATTACKS.map(
  (attack) =>
    `User-agent: ${attack}\nUser-agent: Bot\nDisallow: /${attack}\nAllow: /*${attack}$\n${attack}: ${attack}\n` +
    `Content-Usage: ${attack}=n\nSitemap: ${attack}\nSitemap: https://a.example/${attack}\n# ${attack}\n\n`,
).join('');

const URLS = ATTACKS.map((attack) => `/${attack}`);

describeWith(CHROMIUM_NEED, "strangers' text", () => {
  const site = useSites();
  const openInspector = useInspector();

  /** What the page has that only an attack can have made. */
  async function madeByAttack(page: Page): Promise<object> {
    return page.evaluate(() => ({
      ran: (window as { ran?: number }).ran,
      elements: Array.from(
        document.querySelectorAll(
          '#page :is(script, iframe, svg[onload], img, object, embed, base, [onerror])',
        ),
        ({ outerHTML }) => outerHTML,
      ),
      links: Array.from(document.querySelectorAll('a'), ({ href }) => href).filter((href) =>
        href.startsWith('javascript:'),
      ),
    }));
  }

  const NOTHING = { ran: undefined, elements: [], links: [] };

  /** Shows every panel. */
  async function visitPanels(page: Page): Promise<void> {
    await page.locator('.robots-finding-warning').first().waitFor();
    for (const panel of await panelTitles(page)) {
      await showPanel(page, panel);
      expect([panel, await madeByAttack(page)]).toEqual([panel, NOTHING]);
    }
  }

  test('markup in a file, its name, the URLs and the crawlers', async () => {
    const page = await openInspector();
    await openFile(page, FILE, `${ATTACKS[0]?.replaceAll('/', '')}.txt`);
    await ask(page, { urls: URLS, crawlers: ['Bot', ...ATTACKS].join(', ') });
    await cell(page, `allowed, line 4: Bot, ${URLS[0]}`).click();
    await explanation(page).locator('.explanation').waitFor();
    expect(await madeByAttack(page)).toEqual(NOTHING);
    await visitPanels(page);
  });

  test('markup in a link', async () => {
    const [name = ''] = ATTACKS;
    const { hash } = await encodeLink({
      ...INITIAL_STATE,
      file: new TextEncoder().encode(FILE),
      fileName: name,
      other: { octets: new TextEncoder().encode(FILE.toUpperCase()), name },
      urls: URLS.join('\n'),
      crawlers: `Bot, ${name}`,
      chosen: { kind: 'cell', crawler: 'Bot', url: URLS[0] ?? '' },
    });
    const page = await openInspector({ hash });
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await explanation(page).locator('.explanation').waitFor();
    await visitPanels(page);
  });

  test('the policy blocks what a mistake in the page would allow', async () => {
    const page = await openInspector({ mayDoAnything: true });
    const refused = await page.evaluate(async () => {
      const outcome = async (run: () => unknown): Promise<string> => {
        try {
          await run();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : 'rejected';
        }
      };
      const append = (name: string, attributes: object, text = ''): void => {
        const element = Object.assign(document.createElement(name), attributes);
        element.append(text);
        document.body.append(element);
      };
      return {
        markup: await outcome(() => {
          document.body.innerHTML = '<img src=x onerror=window.ran=1>';
        }),
        script: await outcome(() => append('script', {}, 'window.ran=1')),
        address: await outcome(() => append('script', { src: 'https://a.example/' })),
        // In a task of the page: the browser lets the test's own code evaluate text.
        evaluated: await new Promise((resolve) => {
          requestAnimationFrame(() => resolve(outcome(() => Function('window.ran=1')())));
        }),
        worker: await outcome(() => new Worker('https://a.example/')),
        connection: await outcome(() => fetch('https://a.example/')),
        ran: (window as { ran?: number }).ran,
      };
    });
    expect(refused).toMatchObject({
      markup: 'TypeError',
      address: 'TypeError',
      evaluated: 'EvalError',
      worker: 'TypeError',
      connection: 'TypeError',
      ran: undefined,
    });
  });

  test('a page of another server cannot read the page that the command serves, have it fetch, or show it', async () => {
    const asked: object[] = [];
    const server = await serveInspector(
      {
        page: await readPage(readFileSync(join(await builtInspector(), 'inspector.html'))),
        opening: { file: null, url: null, agents: [], profile: null },
        fetchSite: async (message) => {
          asked.push(message);
          return { name: '', octets: null, notes: [] };
        },
      },
      0,
    );
    try {
      const { port } = await site({ headers: { 'content-type': 'text/html' }, body: '<h1>Attacker</h1>' });
      const from = new URL(`http://localhost:${port}/`);
      const attacker = await openInspector({ from, mayDoAnything: true });
      const results = await attacker.evaluate(async (target) => {
        const outcome = (promise: Promise<unknown>): Promise<string> =>
          promise.then(
            (value) => `gets ${value}`,
            () => 'refused',
          );
        const body = '{"url":"http://a.example/","profile":"rfc9309"}';
        const post = (mode: RequestMode, type: string): Promise<string> =>
          outcome(fetch(`${target}fetch`, { method: 'POST', mode, headers: { 'content-type': type }, body }));
        const frame = document.createElement('iframe');
        frame.src = target;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        await post('no-cors', 'text/plain');
        return [await outcome(fetch(`${target}opening`)), await post('cors', 'application/json')];
      }, server.address);
      expect(results).toEqual(['refused', 'refused']);
      expect(asked).toEqual([]);
      // The browser may report the address of the frame after its page has.
      await until(() => attacker.frames()[1]?.url().startsWith('chrome-error:') === true);
    } finally {
      await server.close();
    }
  });
});

describeWith(CHROMIUM_NEED, 'a hostile file in the editor', () => {
  const openInspector = useInspector();

  test('octets that are not text are boxes, and survive typing and undo', async () => {
    const file = Buffer.from('\xef\xbb\xbf# one\r\ntwo\nthree\r\xff\xc3\0\xe2\x80\xa8\r\n', 'latin1');
    const page = await openInspector();
    await openInEditor(page, file);
    for (const name of [
      'byte order mark, U+FEFF',
      'octet FF, not UTF-8',
      'octet C3, not UTF-8',
      'control octet 00',
      'character U+2028',
      'this line ends with LF',
      'this line ends with CR',
    ]) {
      await page.getByRole('img', { name }).waitFor();
    }
    await expectFile(page, file);
    await content(page).press('Control+End');
    await page.keyboard.type('x\n');
    await expectFile(page, Buffer.concat([file, Buffer.from('x\r\n')]));
    // As often as something was typed: how much one undo takes back depends on how quickly it was.
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectFile(page, file);
  });

  test('octets that are not text survive a copy', async () => {
    const page = await openInspector();
    await openInEditor(page, Buffer.from('a\xff\0\xc3\nb', 'latin1'));
    await content(page).press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    await expectFile(page, Buffer.from('a\xff\0\xc3\nba\xff\0\xc3\nb', 'latin1'));
  });

  const KIB_500 = 500 * 1024;
  /** Elements that the editor shows, all of which a key may lay out again. An empty file has about 60. */
  const MAX_ELEMENTS = 6_000;
  test.each([
    ['wildcards in one line', `disallow: /${'*a'.repeat(KIB_500 / 2)}`],
    ['NUL', '\0'.repeat(KIB_500)],
    ['NUL in many lines', `${'\0'.repeat(2000)}\n`.repeat(250)],
    ['HTML', '<div class="a">Hello: world # x</div>\n'.repeat(KIB_500 / 40)],
    ['100,000 lines', 'a: b\n'.repeat(100_000)],
  ])('few elements are shown, and keys reach the file: %s', async (_, file) => {
    const page = await openInspector();
    await openInEditor(page, file);
    await content(page).press('Control+Home');
    await page.keyboard.type('xyz');
    await expectFile(page, `xyz${file}`);
    const elements = await content(page).evaluate((root) => root.querySelectorAll('*').length);
    expect(elements).toBeLessThan(MAX_ELEMENTS);
  });

  test('a worker that is busy for ever is terminated, and another one answers', async () => {
    const page = await openInspector({ isFirstWorkerStuck: true });
    await openFile(page, 'user-agent: *\ndisallow: /a\n');
    await ask(page, { urls: ['/a/b'], crawlers: 'FooBot' });
    await cell(page, 'disallowed, line 2: FooBot, /a/b').click();
    await explanation(page).getByText('decides: disallow /a').waitFor();
    expect(await page.evaluate('stuckWorkerIsTerminated')).toBe(true);
  });

  test('long names of crawlers and long URLs scroll nothing sideways', async () => {
    const page = await openInspector({ viewport: { width: 360, height: 740 } });
    const name = 'x'.repeat(300);
    await openFile(page, `user-agent: *\ndisallow: /a$\nuser-agent: ${name}\nallow: /\ndisallow: /b\n`);
    await ask(page, { urls: [`/b/${'y'.repeat(3000)}`], crawlers: `\u202eBot, ${name}` });
    await page.getByRole('button', { name: /^disallowed, line 5: x+, / }).click();
    await explanation(page).getByText('line 5 decides: disallow /b').waitFor();
    await page.getByText('U+202EBot').first().waitFor();
    for (const panel of await panelTitles(page)) {
      await showPanel(page, panel);
      expect([panel, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([panel, 360]);
    }
  });
});
