/** The nodes of a syntax tree (ESTree), and a walk over them. */

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Calls `see` for each node, parents first; `past` leaves out what is below a node. */
export function visit(value: unknown, see: (node: Node) => 'inside' | 'past'): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value) && see(value) === 'inside') {
    for (const child of Object.values(value)) visit(child, see);
  }
}
