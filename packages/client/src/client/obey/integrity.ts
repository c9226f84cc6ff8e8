/**
 * Subresource Integrity: whether a body is the one that a request asked for (W3C SRI, "Do bytes match metadataList?"). `fetch` checks
 * the response to each request that it sends, so it cannot do so where redirects are followed one request at a time.
 */

/** The digests, the weakest first, under the names that WebCrypto has for them. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

const STRENGTHS = [...DIGESTS.keys()];

/** One digest of the metadata. */
interface Digest {
  readonly algorithm: string;
  readonly base64: string;
}

/**
 * Whether octets match the metadata of a request: one of the digests of the strongest kind. Metadata without a known digest match
 * anything.
 *
 * @param metadata such as `sha384-…`, several separated by white space
 */
export async function matchesIntegrity(octets: ArrayBuffer, metadata: string): Promise<boolean> {
  const digests = digestsOf(metadata);
  const strongest = STRENGTHS.filter((name) => digests.some(({ algorithm }) => algorithm === name)).at(-1);
  const webName = DIGESTS.get(strongest ?? '');
  if (webName === undefined) return true;
  const base64 = base64Of(await crypto.subtle.digest(webName, octets));
  return digests.some((digest) => digest.algorithm === strongest && digest.base64 === base64);
}

function digestsOf(metadata: string): Digest[] {
  return metadata.split(/[\t\n\f\r ]+/).flatMap((item) => {
    const [, algorithm = '', value] = /^([^-]+)-([^?]*)/.exec(item) ?? [];
    return value === undefined ? [] : [{ algorithm: algorithm.toLowerCase(), base64: plainBase64(value) }];
  });
}

/** Base64 in its usual alphabet, without padding: metadata may have the one for URLs. */
function plainBase64(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
}

function base64Of(octets: ArrayBuffer): string {
  return plainBase64(btoa(String.fromCharCode(...new Uint8Array(octets))));
}
