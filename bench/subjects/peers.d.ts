/** The peers' modules, of which two ship no declarations and one ships declarations that do not fit its CommonJS export. */

declare module 'robots-parser' {
  interface Robots {
    isAllowed(url: string, agent?: string): boolean | undefined;
    getMatchingLineNumber(url: string, agent?: string): number;
    getSitemaps(): string[];
  }
  export default function createRobots(url: string, text: string): Robots;
}

declare module 'robots-txt-parse' {
  import type { Readable } from 'node:stream';
  import type { Config } from 'robots-txt-guard';

  interface ParsedRobots extends Config {
    readonly extensions: readonly { readonly extension: string; readonly value: string }[];
  }
  export default function parse(source: Readable): Promise<ParsedRobots>;
}

declare module 'robots-txt-guard' {
  interface Config {
    readonly groups: readonly {
      readonly agents: readonly string[];
      readonly rules: readonly { readonly rule: string; readonly path: string }[];
    }[];
  }
  interface Guard {
    isAllowed(agent: string, path: string): boolean;
  }
  export default function createGuard(config: Config): Guard;
}
