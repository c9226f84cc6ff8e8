/** robotstream itself: robotstream.mjs [PROFILE]. A crawler without a name is one that no group names. */
import { createInterface } from 'node:readline';
import { parseSync } from 'robotstream';

const [, , profile = 'rfc9309'] = process.argv;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, body, bodyBase64, agents, url } = JSON.parse(line);
  const document = parseSync(body ?? Buffer.from(bodyBase64, 'base64'));
  const matcher = document.matcher({ agents: agents.map((agent) => agent || '*'), profile });
  const { allowed, rule } = matcher.check(url);
  console.log(JSON.stringify({ id, allowed, line: rule?.line ?? 0 }));
}
