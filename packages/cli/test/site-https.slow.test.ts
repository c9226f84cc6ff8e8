/** `robotstream site` with certificates: https is asked, and a redirect from http to it is followed. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen, stop } from '../../client/test/client/support/site.js';
import { makeCertificates } from '../../conform/src/servers/certificate.js';
import { useBuiltCommand } from './support/command.js';
import { useNamedHosts } from './support/named-hosts.js';
import { useSites } from './support/sites.js';

const command = useBuiltCommand();
const site = useSites();
const namedHosts = useNamedHosts();

test('http redirects to https, www has another file', async () => {
  const { authority, server } = makeCertificates(['shop.invalid', 'www.shop.invalid']);
  const secure = createServer({ ...server }, ({ headers: { host }, url }, response) => {
    if (url === '/map.xml') response.end('<urlset/>');
    else
      response.end(
        `User-agent: *\nDisallow: ${host?.startsWith('www.') ? '/' : '/cart'}\nSitemap: /map.xml\n`,
      );
  });
  const port = await listen(secure, '127.0.0.1');
  const plain = await site(({ headers: { host } }, response) => {
    response.writeHead(301, { location: `https://${host}/robots.txt` }).end();
  });
  const { env } = await namedHosts({
    'shop.invalid:443': port,
    'www.shop.invalid:443': port,
    'shop.invalid:80': plain.port,
    'www.shop.invalid:80': plain.port,
  });
  const file = join(command.folder, 'authority.pem');
  writeFileSync(file, authority);
  const { code, stdout } = await command.run(['site', 'shop.invalid', '--json'], {
    env: { ...env, NODE_EXTRA_CA_CERTS: file },
  });
  await stop(secure);
  const { addresses, sitemaps, findings } = JSON.parse(stdout);
  expect(addresses).toMatchObject([
    { url: 'https://shop.invalid', status: 200, redirects: [], file: 'A' },
    { url: 'http://shop.invalid', finalUrl: 'https://shop.invalid/robots.txt', status: 200, file: 'A' },
    { url: 'https://www.shop.invalid', file: 'B' },
    { url: 'http://www.shop.invalid', file: 'B' },
  ]);
  expect(sitemaps.map(({ url, status }: { url: string; status: number }) => [url, status])).toEqual([
    ['https://shop.invalid/map.xml', 200],
    ['https://www.shop.invalid/map.xml', 200],
  ]);
  expect(findings).toMatchObject([{ code: 'rules-differ', url: 'https://www.shop.invalid/robots.txt' }]);
  expect(code).toBe(1);
});
