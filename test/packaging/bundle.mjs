/** The entry point that the packaging check bundles for a browser. */
export * from 'robotstream/web';
