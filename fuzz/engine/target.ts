/** A fuzz target: a module as Jazzer.js takes it, with seeds besides. */
export interface Target {
  /** Throws, or rejects, if something is wrong with what the package makes of the octets. */
  readonly fuzz: (data: Uint8Array) => void | Promise<void>;
  /**
   * Inputs to begin with.
   *
   * @param texts the texts of the conformance cases: files, URLs, names, file by file
   */
  readonly seeds: (texts: readonly (readonly string[])[]) => Uint8Array[];
}

/** Inputs are no longer than this: a case that takes more is rarely of another kind, and takes longer. */
export const MOST_OCTETS = 4_096;
