/** A TypeScript project for a browser that imports the package by its own name, without the types of Node. */
import { type ResponseRobots, robotsFromResponse } from 'robotstream';

export async function sitemapsOf(origin: string): Promise<string[]> {
  const { document }: ResponseRobots = await robotsFromResponse(await fetch(`${origin}/robots.txt`));
  return document.sitemaps.map(({ url }) => url);
}
