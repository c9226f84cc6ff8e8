/** A robots.txt of a benchmark. */
export interface RobotsFile {
  /** Such as `https://example.com`. */
  readonly origin: string;
  readonly octets: Uint8Array;
}
