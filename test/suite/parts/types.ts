/** The types that the parts of the small matcher exchange. */

/** A user-agent line or a rule; other records are left out, but for Content-Usage under rfc9309. */
export interface RecordLine {
  readonly line: number;
  readonly kind: 'user-agent' | 'allow' | 'disallow' | 'content-usage';
  readonly value: string;
  /** False if the line has a control octet (docs/semantics.md §1.6). */
  readonly usable: boolean;
}

export interface Group {
  readonly agents: RecordLine[];
  readonly rules: RecordLine[];
}

export interface Decision {
  readonly allowed: boolean;
  readonly line: number;
}

/** The caller's name, folded: cut at its first `/`, and as given. */
export interface Name {
  readonly cut: string;
  readonly whole: string;
}
