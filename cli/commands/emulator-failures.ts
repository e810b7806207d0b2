import { resolve } from 'node:path';
import { SeedError, StateFileError } from '../../emulator';
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

/** The emulator could not start; what nobody can act on is given back as it is. */
export function startFailure(thrown: unknown, port: number, seed: string | undefined): unknown {
  if (thrown instanceof StateFileError) return stateFileFailure(thrown);
  if (thrown instanceof SeedError) {
    return new CommandFailure({
      code: 'seed_invalid',
      message: `the seed file ${seed} cannot be used`,
      seen: linesBelow(thrown.message),
      hints: ['correct the places above; docs/emulator.md describes the file'],
    });
  }
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
    hints:
      thrown.problems.length > 0
        ? ['correct the places above, or take another file: this one was left as it is']
        : ['look whether its folder is there and may be written to, and whether the disk has room'],
  });
}

function linesBelow(message: string): readonly string[] {
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
