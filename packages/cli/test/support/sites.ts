/** Sites on loopback for the command to ask. */
import { afterEach } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { type Site, type SiteAnswer, startSite } from '../../../client/test/client/support/site.js';

/** An origin that refuses connections. */
export const CLOSED_ORIGIN = `http://127.0.0.1:${CLOSED_PORT}`;

/** Starts sites and closes them after each test. */
export function useSites(): (answer: SiteAnswer) => Promise<Site> {
  const sites: Site[] = [];
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.close()));
  });
  return async (answer) => {
    const site = await startSite();
    site.answer(answer);
    sites.push(site);
    return site;
  };
}
