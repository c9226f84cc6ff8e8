/** Text of strangers is only ever text: nothing that a file, its name, a question or a link says is run or becomes markup. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { encodeLink } from '../../inspector/state/link-code.js';
import { INITIAL_STATE } from '../../inspector/state/state.js';
import { ask, cell, openFile, panelTitles, showPanel } from './support/actions.js';
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

  test('in a file, its name, the URLs and the crawlers', async () => {
    const page = await openInspector();
    await openFile(page, FILE, `${ATTACKS[0]?.replaceAll('/', '')}.txt`);
    await ask(page, { urls: URLS, crawlers: ['Bot', ...ATTACKS].join(', ') });
    await cell(page, `allowed, line 4: Bot, ${URLS[0]}`).click();
    await page.locator('section.explanation').waitFor();
    expect(await madeByAttack(page)).toEqual(NOTHING);
    await visitPanels(page);
  });

  test('in a link', async () => {
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
    await page.locator('section.explanation').waitFor();
    await visitPanels(page);
  });

  test.each(['', 'v1.', 'v9.'])('in an invalid link that begins with %j', async (start) => {
    const page = await openInspector({ hash: start + ATTACKS.join('') });
    expect(await madeByAttack(page)).toEqual(NOTHING);
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
});
