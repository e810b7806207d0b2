import { Help, type Command, type Option } from 'commander';

/** What a shell evaluates, or reads at its start. Each asks the command for the words, so it fits every version. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `
_zonewright() {
  local IFS=$'\\n'
  COMPREPLY=($(zonewright __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _zonewright zonewright`,
  zsh: `
#compdef zonewright
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_zonewright() {
  local -a found=("\${(@f)$(zonewright __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _zonewright zonewright`,
  fish: `
function __zonewright
  zonewright __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c zonewright -n 'count (__zonewright)' -f -a '(__zonewright)'`,
};

/** The shells whose completion there is. */
export const SHELLS = Object.keys(SCRIPTS);

/** The script for a shell; undefined for a shell that is none of {@link SHELLS}. */
export function completionScript(shell: string): string | undefined {
  return Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell]?.trim() : undefined;
}

/**
 * The words that can stand where the last one is. None where a file or a text is expected: the shell then offers files.
 *
 * @param words the command line without the name of the program; the last one is what is typed so far, maybe empty
 */
export function completions(program: Command, words: readonly string[]): readonly string[] {
  // Bash makes three words of --option=value.
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const typed = words.at(-1)?.replace(/^=$/, '') ?? '';
  let command = program;
  let option: Option | undefined;
  let position = 0;
  let optionsEnded = false;
  for (const word of before) {
    const named = command.commands.find((each) => each.name() === word);
    if (option) option = undefined;
    else if (word === '--') optionsEnded = true;
    else if (word.startsWith('-') && !optionsEnded) option = optionWithValue(command, word);
    else if (named) command = named;
    else position += 1;
  }
  if (option) return (option.argChoices ?? []).filter((word) => word.startsWith(typed));
  const isOption = typed.startsWith('-') && !optionsEnded;
  const found = isOption ? optionWords(command, typed) : argumentWords(command, position);
  return found.filter((word) => word.startsWith(typed));
}

/** Lists commands and options, except for those that are hidden. */
const HELP = new Help();

function optionWithValue({ options }: Command, name: string): Option | undefined {
  return options.find(
    ({ long, short, required, optional }) => (required || optional) && (long === name || short === name),
  );
}

function optionWords(command: Command, typed: string): readonly string[] {
  const [name = '', value] = typed.split('=');
  if (value === undefined) return HELP.visibleOptions(command).flatMap(({ long }) => long ?? []);
  return (optionWithValue(command, name)?.argChoices ?? []).map((choice) => `${name}=${choice}`);
}

function argumentWords(command: Command, position: number): readonly string[] {
  const commands = position === 0 ? HELP.visibleCommands(command) : [];
  const choices = command.registeredArguments[position]?.argChoices ?? [];
  return [...commands.map((each) => each.name()), ...choices];
}
