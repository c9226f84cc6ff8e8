/**
 * What the help of `fetch` says beside its options.
 */
export const FETCH_SECTIONS: readonly (readonly [title: string, text: string])[] = [
  [
    'outcomes',
    `success      there is a file, and its rules decide
unavailable  there is none for this crawler: as a rule, everything is allowed
unreachable  nobody knows whether there is one: as a rule, nothing is allowed`,
  ],
  [
    'output with --json',
    `{"url", "robotsUrl", "finalUrl", "profile", "userAgent", "outcome", "meaning", "status", "fault",
"faultMessage", "redirects", "octets", "lines", "truncated", "encodedOctets", "headers", "timings",
"retry", "provenance"}
meaning is "rules", "allow-all", "disallow-all" or "defer". octets and lines are null if there is no
file. Of these, encodedOctets, headers, timings and retry are null with --cache, for what is known
may be from an earlier run; provenance, which is null without, says from when it is and how long it
holds, as in check --json. The file itself: --body, or fetch URL --body | parse - --json.`,
  ],
  [
    'exit code',
    `0  success or unavailable
1  unreachable, even if the cache has an earlier copy that is still used
2  wrong usage, a URL that is none, or a cache that cannot be used`,
  ],
  [
    'examples',
    `robotstream fetch https://example.com/some/page --agent ExampleBot/2.1
robotstream fetch https://example.com/ --body > robots.txt
robotstream fetch https://example.com/ --json --timeout 10`,
  ],
];
