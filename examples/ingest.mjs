/**
 * A job that ingests pages for a use, such as training AI. It fetches what robots.txt allows, asks robots.txt, headers and meta elements whether the
 * content may be put to the use, and keeps the reasons with each page. Run it:
 *
 *     node examples/ingest.mjs train-ai https://example.com/a https://example.com/b > pages.ndjson
 */
import { pathToFileURL } from 'node:url';
import { createClient, robotsFetch } from '@robotstream/client';
import { pageDirectives, pageUsage } from 'robotstream/page';

/**
 * Yields a record for each URL: whether the page is taken, why, and its text if it is. What nobody states is `unknown`; whether such a page is taken is
 * the job's decision, not the publisher's.
 *
 * @param {object} job
 * @param {import('@robotstream/client').RobotsClient} job.client
 * @param {string} job.agent the name that robots.txt files know the job by
 * @param {import('robotstream/page').ContentUse} job.use
 * @param {Iterable<string>} job.urls
 * @param {boolean} [job.takesUnknown]
 */
export async function* ingest({ client, agent, use, urls, takesUnknown = false }) {
  const obey = robotsFetch(client, { pace: true });
  for (const url of urls) {
    try {
      const response = await obey(url);
      const text = await response.text();
      if (!response.ok) {
        yield { url, taken: false, why: `status ${response.status}` };
        continue;
      }
      const { headers } = response;
      const html = headers.get('content-type')?.includes('html') ? text : undefined;
      const page = await pageDirectives({ agents: agent, headers, html });
      const { document } = await client.robots(response.url);
      const { preference, reasons } = pageUsage(document?.usage(agent, response.url), page)[use];
      const taken = preference === 'allowed' || (preference === 'unknown' && takesUnknown);
      yield { url, taken, why: preference, reasons, ...(taken ? { text } : {}) };
    } catch (error) {
      yield { url, taken: false, why: error.code ?? 'failed', message: error.message };
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [use, ...urls] = process.argv.slice(2);
  const client = createClient({
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    agents: 'ExampleBot',
  });
  for await (const record of ingest({ client, agent: 'ExampleBot', use, urls }))
    console.log(JSON.stringify(record));
  await client.close();
}
