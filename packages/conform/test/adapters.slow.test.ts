/** The adapters of `conformance/adapters`, in each language whose toolchain Debian has. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { useCommand } from '../../cli/test/support/command.js';
import { writeSuite } from './support/suites.js';
import { TESTED } from './support/tested.js';

const command = useCommand(TESTED);

const ADAPTERS = join(process.cwd(), 'conformance/adapters');
const GSON = '/usr/share/java/gson.jar';
const CRATES = '/usr/share/cargo/registry';

let built = '';
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'robotstream-adapters-'));
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

interface Language {
  readonly name: string;
  /** The Debian package of what it needs. */
  readonly needs: string;
  readonly isInstalled: boolean;
  /** Builds the adapter and returns how to start it. */
  prepare(): readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    needs: 'python3',
    isInstalled: existsSync('/usr/bin/python3'),
    prepare: () => ['/usr/bin/python3', join(ADAPTERS, 'adapter.py')],
  },
  {
    name: 'PHP',
    needs: 'php-cli',
    isInstalled: existsSync('/usr/bin/php'),
    prepare: () => ['/usr/bin/php', join(ADAPTERS, 'adapter.php')],
  },
  {
    name: 'Go',
    needs: 'golang',
    isInstalled: existsSync('/usr/bin/go'),
    prepare() {
      const program = join(built, 'adapter-go');
      const env = { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'off', GOCACHE: join(built, 'go') };
      execFileSync('/usr/bin/go', ['build', '-o', program, join(ADAPTERS, 'adapter.go')], { env });
      return [program];
    },
  },
  {
    name: 'Java',
    needs: 'default-jdk and libgoogle-gson-java',
    isInstalled: existsSync('/usr/bin/java') && existsSync(GSON),
    prepare: () => ['/usr/bin/java', '-cp', GSON, join(ADAPTERS, 'Adapter.java')],
  },
  {
    name: 'C++',
    needs: 'g++ and nlohmann-json3-dev',
    isInstalled: existsSync('/usr/bin/g++') && existsSync('/usr/include/nlohmann/json.hpp'),
    prepare() {
      const program = join(built, 'adapter-cc');
      execFileSync('/usr/bin/g++', ['-std=c++17', join(ADAPTERS, 'adapter.cc'), '-o', program]);
      return [program];
    },
  },
  {
    name: 'Rust',
    needs: 'cargo, librust-serde-json-dev and librust-base64-dev',
    isInstalled: hasCargo() && existsSync(join(CRATES, 'base64-0.13.0')),
    prepare() {
      cpSync(join(ADAPTERS, 'rust'), join(built, 'rust'), { recursive: true });
      const source = ['source.crates-io.replace-with="debian"', `source.debian.directory="${CRATES}"`];
      const config = source.flatMap((line) => ['--config', line]);
      execFileSync('cargo', ['build', '--quiet', '--offline', ...config], { cwd: join(built, 'rust') });
      return [join(built, 'rust/target/debug/adapter')];
    },
  },
];

function hasCargo(): boolean {
  try {
    execFileSync('cargo', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Text and octets, with what every adapter knows: whether a whole site is closed. */
const CASES = [
  ['User-agent: *\nDisallow: /\n', false],
  ['User-agent: *\nDisallow: /a\n', true],
  [Buffer.from('# \xff\nUser-agent: *\nDisallow: /\n', 'latin1'), false],
  [Buffer.from('# \xff\xfe\nUser-agent: *\nDisallow: /a\n', 'latin1'), true],
] as const;

for (const { name, needs, isInstalled, prepare } of LANGUAGES) {
  describeWith({ isMet: isInstalled, what: needs }, `the adapter in ${name}`, () => {
    test('answers each question, about text and about octets', async () => {
      const common = {
        section: 's',
        requirement: 'r',
        profile: 'rfc9309',
        class: 'required',
        why: 'It is so.',
      };
      const cases = CASES.map(([robots, allowed], index) => ({
        ...common,
        id: `${index}`,
        ...(typeof robots === 'string' ? { robots } : { robotsBase64: robots.toString('base64') }),
        agents: ['ExampleBot'],
        url: 'https://www.example.com/b?ü',
        allowed,
        line: 0,
      }));
      writeSuite(join(command.folder, 'adapters'), { 'x/1': cases });
      const args = ['--suite', 'adapters', '--timeout', '600', '--', ...prepare()];
      const { code, stdout, stderr } = await command.run(args);
      expect(stderr).toBe('');
      expect(stdout).toContain('Every required case passes.');
      expect(code).toBe(0);
    });
  });
}
