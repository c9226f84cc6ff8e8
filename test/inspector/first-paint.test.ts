/** The page before the editor's code has arrived. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { builtInspector } from './support/built-inspector.js';
import { content, editor } from './support/editor.js';
import { CHROMIUM_NEED, useInspector } from './support/inspector.js';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

describeWith(CHROMIUM_NEED, 'the first paint', () => {
  const openInspector = useInspector();
  let server: Server;
  let sendEditor = (): void => {};
  const editorMayGo = new Promise<void>((resolve) => {
    sendEditor = resolve;
  });

  beforeAll(async () => {
    const folder = join(await builtInspector(), 'inspector');
    server = createServer(async ({ url = '' }, response) => {
      const name = url === '/' ? 'index.html' : url.slice(1);
      const text = readFileSync(join(folder, name), 'utf8');
      if (text.includes('cm-content')) await editorMayGo;
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('shows and judges the file before the editor is loaded, and nothing moves when it is', async () => {
    const { port } = server.address() as AddressInfo;
    const page = await openInspector({ from: new URL(`http://127.0.0.1:${port}/`) });
    await page.getByRole('button', { name: /^disallowed, line 3: Googlebot/ }).waitFor();
    const preview = page.getByRole('region', { name: 'Text of the file' });
    await preview.focus();
    const before = await placeOf(preview, 'Sitemap');
    expect(await editor(page).count()).toBe(0);

    sendEditor();
    await content(page).waitFor();
    await preview.waitFor({ state: 'detached' });
    const after = await placeOf(editor(page), 'Sitemap');
    expect(Math.abs(after.x - before.x)).toBeLessThan(2);
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
    // The focus of the preview goes to the editor.
    await page.waitForFunction(() => document.activeElement?.classList.contains('editor'));
  });
});

/** Where a text starts within an element. */
async function placeOf(within: Locator, text: string): Promise<{ x: number; y: number }> {
  return within.evaluate((root, wanted) => {
    const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
      const index = node.textContent?.indexOf(wanted) ?? -1;
      if (index < 0) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { x, y } = range.getBoundingClientRect();
      return { x, y };
    }
    throw new Error(`${wanted} is not there`);
  }, text);
}
