/** Octets that do not compress, the same each time. */
export function noise(length: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed & 0xff;
  });
}
