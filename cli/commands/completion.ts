import type { Command, Option } from 'commander';

/** What a shell evaluates, or reads at its start. Each asks the command for the words, so it fits every version. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `
_zonewright() {
  local IFS=$'\\n'
  COMPREPLY=($(zonewright completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _zonewright zonewright`,
  zsh: `
#compdef zonewright
_zonewright() {
  local -a found=("\${(@f)$(zonewright completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _zonewright zonewright`,
  fish: `
function __zonewright
  zonewright completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
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
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? '';
  const command = before.reduce(
    (at, word) => at.commands.find((each) => each.name() === word) ?? at,
    program,
  );
  return wordsAfter(command, before.at(-1), typed).filter((word) => word.startsWith(typed));
}

function wordsAfter(command: Command, previous: string | undefined, typed: string): readonly string[] {
  const option = command.options.find(({ long, short }) => previous === long || previous === short);
  if (option && takesValue(option)) return option.argChoices ?? [];
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...command.commands.map((each) => each.name()), ...choices];
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
