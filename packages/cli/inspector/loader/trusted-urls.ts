/**
 * The only addresses of scripts that the page accepts under `require-trusted-types-for 'script'`: its own chunks, in the same
 * folder, and workers made of its own code. Without `createHTML` and `createScript`, no text becomes markup or code.
 */

/** What this file needs of Trusted Types, which not every browser has. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string }): unknown;
}

const CHUNK = /^\.\/[\w-]+\.js$/;

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    if (CHUNK.test(url) || url.startsWith('blob:')) return url;
    throw new TypeError(`${url} is not a script of this page.`);
  },
});
