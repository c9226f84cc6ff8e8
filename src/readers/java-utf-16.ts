/**
 * UTF-16 as Java decodes it.
 */

const REPLACEMENT = 0xfffd;
const UNIT_OCTETS = 2;

/**
 * The characters of octets, and the octet with which each begins. What is no character becomes one U+FFFD: half of a surrogate pair, with
 * the unit after it if that was to be the other half, and a single octet at the end.
 */
export function decodeUtf16(
  octets: Uint8Array,
  isLittleEndian: boolean,
): { units: Uint16Array; starts: Int32Array } {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const units: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < octets.length; ) {
    starts.push(at);
    const unit = unitAt(view, at, isLittleEndian);
    if (!isHighHalf(unit)) {
      units.push(unit === undefined || isLowHalf(unit) ? REPLACEMENT : unit);
      at += UNIT_OCTETS;
      continue;
    }
    const next = unitAt(view, at + UNIT_OCTETS, isLittleEndian);
    if (next !== undefined && isLowHalf(next)) {
      units.push(unit as number, next);
      starts.push(at);
    } else units.push(REPLACEMENT);
    at += 2 * UNIT_OCTETS;
  }
  starts.push(octets.length);
  return { units: Uint16Array.from(units), starts: Int32Array.from(starts) };
}

function unitAt(view: DataView, at: number, isLittleEndian: boolean): number | undefined {
  return at + UNIT_OCTETS <= view.byteLength ? view.getUint16(at, isLittleEndian) : undefined;
}

function isHighHalf(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xd800 && unit <= 0xdbff;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
