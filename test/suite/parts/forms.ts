/** The forms in which patterns and URLs are compared: docs/semantics.md §5.2, §5.7, §5.8. */
import { googlePath, pathAndQuery } from '../../reference/canonical.js';
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { selectionParts } from './selection.js';

const TRIPLET = /^%[0-9A-Fa-f]{2}$/;

export const formParts = {
  ...selectionParts,
  pathAndQuery,
  googlePath,
  isUnreserved(octet: string): boolean {
    return /^[A-Za-z0-9._~-]$/.test(octet);
  },
  isQueryData(octet: string): boolean {
    return ":/?@'".includes(octet);
  },
  isEncoded(octet: string): boolean {
    return octet >= '\x7F' || octet <= ' ' || '"<>\\^`{|}'.includes(octet);
  },
  escape(octet: string): string {
    return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  },
  /** The form of an escape whose octet is not decoded. */
  keptEscape(triplet: string, _isPattern: boolean): string {
    return triplet.toUpperCase();
  },
  strayPercent: '%25',
  starInUrl: '%2A',
  dollarInUrl: '%24',
  /** A `$` within a pattern. */
  innerDollar: '%24',
  decodes(octet: string, isInQuery: boolean, _isPattern: boolean): boolean {
    return this.isUnreserved(octet) || (isInQuery && this.isQueryData(octet));
  },
  canonical(text: string, isPattern: boolean): string {
    let form = '';
    let isInQuery = false;
    for (let at = 0; at < text.length; ) {
      const octet = text.charAt(at);
      const triplet = text.slice(at, at + 3);
      if (TRIPLET.test(triplet)) {
        const decoded = octetOf(triplet);
        form += this.decodes(decoded, isInQuery, isPattern) ? decoded : this.keptEscape(triplet, isPattern);
        at += 3;
        continue;
      }
      if (octet === '%') form += this.strayPercent;
      else if (octet === '*') form += isPattern ? '*' : this.starInUrl;
      else if (octet === '$') {
        const isAnchor = at === text.length - 1;
        form += isPattern ? (isAnchor ? '$' : this.innerDollar) : this.dollarInUrl;
      } else form += this.isEncoded(octet) ? this.escape(octet) : octet;
      if (octet === '?') isInQuery = true;
      at++;
    }
    return form;
  },
  isGoogleEncoded(octet: string): boolean {
    return octet >= '\x80';
  },
  googlePattern(text: string): string {
    let form = '';
    for (let at = 0; at < text.length; ) {
      const triplet = text.slice(at, at + 3);
      const octet = text.charAt(at);
      const isEscape = TRIPLET.test(triplet);
      form += isEscape ? triplet.toUpperCase() : this.isGoogleEncoded(octet) ? this.escape(octet) : octet;
      at += isEscape ? 3 : 1;
    }
    return form;
  },
  isKosterKept(triplet: string): boolean {
    return triplet.toUpperCase() === '%2F';
  },
  kosterForm(text: string): string {
    return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) =>
      this.isKosterKept(triplet) ? triplet.toUpperCase() : octetOf(triplet),
    );
  },
  /** A URL in the form that is compared. */
  comparedUrl(url: string, profile: Profile): string {
    switch (profile) {
      case 'google':
        return this.googlePath(url);
      case 'koster-1996':
        return this.kosterForm(this.pathAndQuery(url));
      default:
        return this.canonical(this.pathAndQuery(url), false);
    }
  },
  comparedPattern(pattern: string, profile: Profile): string {
    if (profile === 'google') return this.googlePattern(pattern);
    return profile === 'koster-1996' ? this.kosterForm(pattern) : this.canonical(pattern, true);
  },
};

function octetOf(triplet: string): string {
  return String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
}
