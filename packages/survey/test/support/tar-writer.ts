/** Writes tar archives (POSIX.1-2001), with long names in either of the two ways. */

const BLOCK_OCTETS = 512;
const NAME_OCTETS = 100;

/** An archive of files, by path and text. */
export function tarFile(
  files: readonly (readonly [path: string, text: string])[],
  { longNames = 'pax' }: { readonly longNames?: 'pax' | 'gnu' } = {},
): Buffer {
  const parts = files.flatMap(([path, text]) => [...longName(path, longNames), tarEntry({ path, text })]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_OCTETS)]);
}

function longName(path: string, way: 'pax' | 'gnu'): Buffer[] {
  if (path.length <= NAME_OCTETS) return [];
  if (way === 'gnu') return [tarEntry({ path: '././@LongLink', text: `${path}\0`, type: 'L' })];
  const record = ` path=${path}\n`;
  const text = `${Buffer.byteLength(record) + 3}${record}`;
  return [tarEntry({ path: 'PaxHeaders/x', text, type: 'x' })];
}

interface EntryParts {
  readonly path: string;
  readonly text?: string;
  readonly type?: string;
  readonly target?: string;
  /** The magic and the version: those of POSIX by default. */
  readonly magic?: string;
  /** The size that the header states; that of the text by default. */
  readonly size?: number;
  /** Other fields, by their index in the header. */
  readonly fields?: readonly (readonly [index: number, value: string])[];
}

/** An entry: its header and its content. */
export function tarEntry({
  path,
  text = '',
  type = '0',
  target = '',
  magic = 'ustar\x0000',
  size = Buffer.byteLength(text),
  fields = [],
}: EntryParts): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(BLOCK_OCTETS);
  header.write(path.slice(0, NAME_OCTETS), 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(target.slice(0, NAME_OCTETS), 157);
  header.write(magic, 257);
  for (const [index, value] of fields) header.write(value, index, 'latin1');
  const sum = header.reduce((total, octet) => total + octet, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK_OCTETS - (content.length % BLOCK_OCTETS)) % BLOCK_OCTETS);
  return Buffer.concat([header, content, padding]);
}
