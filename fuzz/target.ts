/** A fuzz target: a module as Jazzer.js takes it, with seeds. */
export interface Target {
  /** Throws, or rejects, if the package handles the octets wrongly. */
  readonly fuzz: (data: Uint8Array) => void | Promise<void>;
  /**
   * Inputs to begin with.
   *
   * @param texts the texts of the conformance cases: files, URLs, names, file by file
   */
  readonly seeds: (texts: readonly (readonly string[])[]) => Uint8Array[];
}

/** The longest input, in octets. A longer one rarely finds another kind of defect, and takes longer. */
export const MOST_OCTETS = 4_096;
