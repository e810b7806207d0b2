import { createEmulator } from '../../emulator';
import { isUnread } from '../copy/answers';
import { answersOf, formsOf, type Forms } from '../copy/compare';
import { readCopy } from '../copy/copy-file';
import { replaceFile, USUAL_MODE } from '../files/replace-file';
import { counted } from '../review/phrase';
import { EXIT_FAILED, EXIT_OK } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';

/** `zonewright compare`: where the emulator answers a copy's requests in another form than the service did. */
export async function compareCommand(
  { terminal }: CommandContext,
  { record }: { readonly record?: string },
  file: string,
): Promise<number> {
  const { copy, ...seed } = readCopy(file, '<copy>');
  const answers = copy.answers.filter((answer) => !isUnread(answer));
  const service = formsOf(answers);
  const emulator = formsOf(await answersOf(answers, createEmulator({ seed })));
  if (record !== undefined)
    replaceFile(
      record,
      `${JSON.stringify({ source: 'zonewright copy', operations: service }, null, 2)}\n`,
      USUAL_MODE,
    );
  const lines = Object.keys(service).flatMap((operation) => differentMembers(operation, service, emulator));
  for (const line of lines) terminal.out(line);
  const members = Object.values(service).reduce((sum, each) => sum + Object.keys(each).length, 0);
  terminal.out(
    `${counted(lines.length, 'member')} of ${counted(members, 'member')} in ${counted(Object.keys(service).length, 'operation')} differ in presence or form.`,
  );
  return lines.length > 0 ? EXIT_FAILED : EXIT_OK;
}

function differentMembers(operation: string, service: Forms, emulator: Forms): readonly string[] {
  const [these, those] = [service[operation] ?? {}, emulator[operation] ?? {}];
  return [...new Set([...Object.keys(these), ...Object.keys(those)])].sort().flatMap((member) => {
    const [one, other] = [these, those].map((each) => each[member]?.join(', ') ?? 'not there');
    return one === other ? [] : [`${operation} ${member}: the service ${one}, the emulator ${other}`];
  });
}
