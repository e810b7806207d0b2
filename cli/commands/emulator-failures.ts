import { resolve } from 'node:path';
import { DestinationFolderError, SeedError, StateFileError } from '../../emulator';
import { codeOf, CommandFailure, reasonOf } from '../failure';

/** The seed file cannot be read. */
export function unreadableSeed(path: string, thrown: unknown): CommandFailure {
  return new CommandFailure({
    code: 'seed_unreadable',
    message: `the seed file ${path} cannot be read`,
    seen: [reasonOf(thrown)],
    allowed: ['a YAML or JSON file with zones'],
    hints: [`look whether ${resolve(path)} is the file that you mean`],
  });
}

/** The seed file describes no state. */
export function unusableSeed(path: string, thrown: SeedError): CommandFailure {
  return new CommandFailure({
    code: 'seed_invalid',
    message: `the seed file ${path} cannot be used`,
    seen: linesBelow(thrown.message),
    hints: ['correct the places above; docs/emulator.md describes the file'],
  });
}

/** The folder of `--destinations` is none, or cannot be made or written to. */
function folderFailure({ folder, cause }: DestinationFolderError): CommandFailure {
  return new CommandFailure({
    code: 'destination_folder',
    message: `the folder ${folder} cannot keep the files of --destinations`,
    seen: [reasonOf(cause)],
    allowed: ['a folder that this user may write to; it is made when it is not there'],
    hints: ['take another folder, or leave --destinations out: then files are kept in memory'],
  });
}

/** The emulator could not start; what nobody can act on is given back as it is. */
export function startFailure(thrown: unknown, port: number, seed: string | undefined): unknown {
  if (thrown instanceof StateFileError) return stateFileFailure(thrown);
  if (thrown instanceof SeedError) return unusableSeed(seed ?? '', thrown);
  if (thrown instanceof DestinationFolderError) return folderFailure(thrown);
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return new CommandFailure({
        code: 'port_in_use',
        message: `port ${port} is already in use`,
        seen: [reasonOf(thrown)],
        hints: ['take any port that is free: zonewright emulator --port 0', 'or end what listens there'],
      });
    case 'EACCES':
      return new CommandFailure({
        code: 'port_refused',
        message: `this user may not listen on port ${port}`,
        seen: [reasonOf(thrown)],
        allowed: ['on most systems, ports from 1024'],
        hints: ['take any port that is free: zonewright emulator --port 0'],
      });
    default:
      return thrown;
  }
}

/** The file of `--persist` could not be read, used or written. */
export function stateFileFailure(thrown: StateFileError): CommandFailure {
  const [headline = ''] = thrown.message.split('\n');
  return new CommandFailure({
    code: 'state_file',
    message: headline.replace(/^The /, 'the ').replace(/:$/, ''),
    seen: linesBelow(thrown.message),
    hints: stateFileHints(thrown),
  });
}

function stateFileHints({ file, problems, inUse }: StateFileError): readonly string[] {
  if (inUse !== undefined)
    return [
      'end that emulator, or take another file',
      `when process ${inUse.pid} is no emulator, remove ${inUse.lock}`,
    ];
  if (problems.length > 0)
    return [
      'correct the places above, or take another file: this one was left as it is',
      `or remove ${file}, to begin with the seed`,
    ];
  return ['look whether its folder is there and may be written to, and whether the disk has room'];
}

function linesBelow(message: string): readonly string[] {
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
