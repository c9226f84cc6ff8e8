/** Sites on loopback for the command to ask. */
import { afterEach } from 'vitest';
import { type Site, type SiteAnswer, startSite } from '../../client/support/site.js';

/** A URL where nobody listens: port 1 of loopback is nobody's without privileges. */
export const NOBODY = 'http://127.0.0.1:1';

/** Starts sites that are closed behind each test. */
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

/** Something that will have happened. */
export interface Happening {
  readonly promise: Promise<void>;
  happen(): void;
}

export function happening(): Happening {
  let happen = (): void => {};
  const promise = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { promise, happen };
}
