/**
 * A site as one JSON object.
 */
import { comparisonJson } from '../diff/comparison-json.js';
import { filesOf } from './observe.js';
import type { SiteReport } from './text.js';

export function siteJson({ site, answered, comparisons, sitemaps, leftOut, findings }: SiteReport): object {
  return {
    site,
    addresses: answered.map(({ address, facts, file }) => ({
      url: address.origin,
      robotsUrl: facts.robotsUrl,
      finalUrl: facts.finalUrl,
      redirects: facts.redirects,
      status: facts.status,
      fault: facts.fault,
      faultMessage: facts.faultMessage,
      outcome: facts.outcome,
      meaning: facts.meaning,
      file: file?.label ?? null,
    })),
    files: filesOf(answered).map((file) => {
      const { label, robotsUrl, exists, kind, document } = file;
      const found = comparisons.find((one) => one.file === file);
      return {
        label,
        robotsUrl,
        exists,
        kind,
        octets: document.size,
        lines: document.lineCount,
        truncated: document.truncated,
        licenses: document.licenses.map(({ value }) => value.text),
        isEqual: found?.isEqual ?? true,
        differences: found === undefined ? null : comparisonJson(found.sides, found.compared, found.leftOut),
      };
    }),
    sitemaps,
    sitemapsLeftOut: leftOut,
    findings,
  };
}
