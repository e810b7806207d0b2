import { type Command, CommanderError, Option } from 'commander';
import { collected, parseCount, parseOutput, type Output } from '../outputs';
import type { Limits } from '../review/limits';

export const REVIEW_FORMATS = ['terminal', 'markdown', 'json', 'junit', 'gitlab', 'html'] as const;

/** The formats of a review. */
export type ReviewFormat = (typeof REVIEW_FORMATS)[number];

export interface ReviewOptions extends Limits {
  readonly name?: readonly string[];
  readonly format: ReviewFormat;
  readonly out?: readonly Output<ReviewFormat>[];
  /** Of two that name a zone, the first wins. */
  readonly inventory?: readonly string[];
}

export const DRIFT_FORMATS = ['terminal', 'markdown', 'json', 'junit'] as const;

/** The formats of a report of drift. */
export type DriftFormat = (typeof DRIFT_FORMATS)[number];

export interface DriftOptions {
  readonly format: DriftFormat;
  readonly out?: readonly Output<DriftFormat>[];
  readonly inventory?: string;
  readonly allZones?: true;
  /** A file of zones that need no stack. */
  readonly unmanaged?: string;
  readonly init?: true;
  readonly lockTimeout: string;
}

/** A wrong command line of a command whose exit code 2 means that there are changes. */
export class OutcomeUsageError extends CommanderError {}

/** Describes `zonewright review`. */
export function describeReview(command: Command): Command {
  return outcomeCommand(command)
    .description('say what saved plans do, the most important first')
    .argument('<plan...>', 'saved plans, their JSON, folders that hold them, or patterns')
    .option('--name <name>', 'name of the stack of each plan, in order (repeat it)', collected)
    .addOption(formatOption(REVIEW_FORMATS))
    .option(
      '--out <format=file>',
      'write a format to a file as well (repeat it)',
      parseOutput(REVIEW_FORMATS),
    )
    .option(
      '--inventory <file>',
      'names of zones that no plan tells: YAML, CSV or JSON (repeat it, for zones that left)',
      collected,
    )
    .option('--max-zones <number>', 'exit with 4 if more zones change', parseCount)
    .option('--max-delete <number>', 'exit with 4 if more objects are destroyed', parseCount)
    .option('--max-finish <number>', 'exit with 4 if more migrations finish', parseCount)
    .option('--expect-empty', 'exit with 4 if there is any change')
    .addHelpText('after', REVIEW_EXIT_CODES);
}

/** Describes `zonewright drift`. */
export function describeDrift(command: Command): Command {
  return outcomeCommand(command)
    .description('say what others changed since the last apply, in folders of stacks')
    .argument('<stack...>', 'folders of stacks')
    .addOption(formatOption(DRIFT_FORMATS))
    .option('--out <format=file>', 'write a format to a file as well (repeat it)', parseOutput(DRIFT_FORMATS))
    .addOption(
      new Option('--inventory <file>', 'zones that should be in a stack: YAML, CSV or JSON').conflicts(
        'allZones',
      ),
    )
    .option('--all-zones', 'all zones that the credentials see should be in a stack')
    .option('--unmanaged <file>', 'zones among them that need no stack, in the same formats')
    .option('--init', 'run init in each folder first')
    .option('--lock-timeout <duration>', 'how long to wait for the lock of a state', '60s')
    .addHelpText('after', DRIFT_EXIT_CODES);
}

const REVIEW_EXIT_CODES = [
  '',
  'Exit codes: 0 no changes, 2 changes, 3 a change that cannot be undone, 4 over a',
  'limit, 1 an error. If several apply: 1 before 4 before 3 before 2.',
  '',
  'Examples:',
  '  $ zonewright review tfplan',
  '  $ zonewright review stacks/ --out markdown=comment.md --max-finish 10',
].join('\n');

const DRIFT_EXIT_CODES = [
  '',
  'Exit codes: 0 no drift, 2 drift, 1 an error (it takes precedence).',
  '',
  'Examples:',
  '  $ zonewright drift stacks/*',
  '  $ zonewright drift stacks/* --all-zones --format markdown',
].join('\n');

function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'what is printed').choices(formats).default('terminal');
}

function outcomeCommand(command: Command): Command {
  return command.exitOverride(({ exitCode, code, message }) => {
    throw exitCode === 0
      ? new CommanderError(exitCode, code, message)
      : new OutcomeUsageError(exitCode, code, message);
  });
}
