/**
 * Scripts that let shells complete the command line: sub-commands, their options, the values of options that take one of a list, and file
 * names everywhere else.
 */
import type { OptionSpec, OptionTable } from '../../../command-line/src/arguments.js';
import { firstSentence } from '../../../command-line/src/help.js';

/** A command with its name, one word or two, and its line in `robotstream --help`. */
export interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  /** Its options, `--help` included. */
  readonly options: OptionTable;
}

/** Makes a script of all commands. */
type Script = (commands: readonly NamedCommand[]) => string;

/** The shells by name. */
export const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies {
  readonly [shell: string]: Script;
};

/** The first words of all commands, each once. */
function firstWords(commands: readonly NamedCommand[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
}

/** The cases of bash for the options of a command that take one of a list. */
function choicesOf({ name, options }: NamedCommand): string[] {
  return Object.entries(options).flatMap(([option, { choices }]) =>
    choices === undefined ? [] : `      ${quoted(`${name} --${option}`)}) words='${choices.join(' ')}' ;;`,
  );
}

/** A pattern for the shell's `case` that matches the names of two words. */
function twoWords(commands: readonly NamedCommand[]): string {
  return commands
    .filter(({ name }) => name.includes(' '))
    .map(({ name }) => quoted(name))
    .join(' | ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bashScript(commands: readonly NamedCommand[]): string {
  const first = firstWords(commands);
  const seconds = first.flatMap((word) => {
    const names = commands.map(({ name }) => name.split(' ')).filter(([one, two]) => one === word && two);
    return names.length === 0 ? [] : `      ${word}) words='${names.map(([, two]) => two).join(' ')}' ;;`;
  });
  const options = commands.map((one) => {
    const words = Object.keys(one.options).map((name) => `--${name}`);
    return `      ${quoted(one.name)}) words='${words.join(' ')}' ;;`;
  });
  return `# bash completion for robotstream: source <(robotstream completion bash)
_robotstream() {
  local current=\${COMP_WORDS[COMP_CWORD]} name=\${COMP_WORDS[1]-} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${first.join(' ')} --help --version'
  elif [ "$COMP_CWORD" -eq 2 ] && [ "\${current#-}" = "$current" ]; then
    case $name in
${seconds.join('\n')}
    esac
  elif [ "$COMP_CWORD" -gt 2 ]; then
    case "$name \${COMP_WORDS[2]}" in
      ${twoWords(commands)}) name="$name \${COMP_WORDS[2]}" ;;
    esac
  fi
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "$name \${COMP_WORDS[COMP_CWORD-1]}" in
${commands.flatMap(choicesOf).join('\n')}
    esac
  fi
  if [ -z "$words" ] && [ "$COMP_CWORD" -gt 1 ] && [ "\${current#-}" != "$current" ]; then
    case $name in
${options.join('\n')}
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  return 0
}
complete -o default -F _robotstream robotstream
`;
}

/** Escapes a text for a zsh description, where brackets, colons and backslashes are special. */
function zshText(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, '\\$&');
}

function zshOption([name, { value, short, repeatable, choices, help }]: [string, OptionSpec]): string {
  const many = repeatable === true ? '*' : '';
  const text = `[${zshText(firstSentence(help))}]`;
  const values = choices === undefined ? '_files' : `(${choices.join(' ')})`;
  const taken = value === undefined ? '' : `:${zshText(value)}:${values}`;
  const long = quoted(`${many}--${name}${text}${taken}`);
  return short === undefined ? long : `${quoted(`${many}-${short}${text}${taken}`)} ${long}`;
}

function zshScript(commands: readonly NamedCommand[]): string {
  const first = firstWords(commands).map((word) => {
    const summary = commands.find(({ name }) => name === word)?.summary ?? '';
    return `    ${quoted(`${word}:${zshText(firstSentence(summary))}`)}`;
  });
  const options = commands.map(
    (one) => `    ${quoted(one.name)}) options=(${Object.entries(one.options).map(zshOption).join(' ')}) ;;`,
  );
  return `#compdef robotstream
# zsh completion for robotstream: source <(robotstream completion zsh)
_robotstream() {
  local -a commands options
  local name=$words[2]
  if (( CURRENT == 2 )); then
    commands=(
${first.join('\n')}
    )
    _describe command commands
    return
  fi
  if (( CURRENT > 3 )); then
    case "$name $words[3]" in
      ${twoWords(commands)}) name="$name $words[3]" ;;
    esac
  fi
  case $name in
${options.join('\n')}
  esac
  _arguments -S '1: :' $options '*:file:_files'
}
if [[ $funcstack[1] == _robotstream ]]; then
  _robotstream "$@"
else
  compdef _robotstream robotstream
fi
`;
}

function fishText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

function fishScript(commands: readonly NamedCommand[]): string {
  const lines = ['# fish completion for robotstream: robotstream completion fish | source'];
  for (const { name, summary, options } of commands) {
    const [first = '', second] = name.split(' ');
    const isSeen = `__fish_seen_subcommand_from ${first}`;
    const text = fishText(firstSentence(summary));
    const condition = second === undefined ? '__fish_use_subcommand' : isSeen;
    lines.push(`complete -c robotstream -n ${fishText(condition)} -a ${second ?? first} -d ${text}`);
    const whole = second === undefined ? isSeen : `${isSeen}; and __fish_seen_subcommand_from ${second}`;
    for (const [option, { value, short, choices, help }] of Object.entries(options)) {
      const letter = short === undefined ? '' : ` -s ${short}`;
      const values = choices === undefined ? '' : ` -f -a ${fishText(choices.join(' '))}`;
      const taken = value === undefined ? '' : ` -r${values}`;
      lines.push(
        `complete -c robotstream -n ${fishText(whole)}${letter} -l ${option}${taken} -d ${fishText(firstSentence(help))}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
