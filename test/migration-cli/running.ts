import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import {
  migrationApproveCommand,
  migrationSurveyCommand,
  type SurveyOptions,
} from '../../cli/commands/run-migration';
import type { ApproveOptions } from '../../cli/migration/survey-report';
import type { Survey } from '../../cli/migration/survey';
import type { Terminal } from '../../cli/terminal/terminal';
import type { ApprovalRow } from '../../schema';
import { collectingTerminal } from '../cli/built-command';
import { temporaryFolder } from '../support/temporary-folder';
import type { TestService } from '../support/workspace';

/** A folder that is removed after the tests of a file. */
export function useFolder(): (name: string) => string {
  const folder = temporaryFolder();
  return (name) => join(folder, name);
}

/** What a run of a command said. */
export interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `zonewright migration survey`. */
export function runSurvey(
  { env }: Pick<TestService, 'env'>,
  options: Partial<SurveyOptions> & Pick<SurveyOptions, 'out'>,
  zones: readonly string[] = [],
  onLine?: (line: string) => void,
): Promise<Run> {
  return running(
    (terminal) =>
      migrationSurveyCommand(
        { terminal, env: { ...env, XDG_CACHE_HOME: join(options.out, '..', 'cache') } },
        { format: 'terminal', file: 'approvals.json', ...options },
        zones,
      ),
    onLine,
  );
}

/** Runs `zonewright migration approve`. */
export function runApprove(
  { env }: Pick<TestService, 'env'>,
  options: ApproveOptions,
  zones: readonly string[],
): Promise<Run> {
  return running((terminal) => migrationApproveCommand({ terminal, env }, { by: 'Ada', ...options }, zones));
}

/** Runs a command in this process. @param onLine called with each line that it prints */
export async function running(
  command: (terminal: Terminal) => Promise<number>,
  onLine?: (line: string) => void,
): Promise<Run> {
  const { terminal, printed } = collectingTerminal({ NO_COLOR: '1' }, onLine);
  return { exitCode: await command(terminal), out: printed.stdout, err: printed.stderr };
}

const schema = readFileSync(join(__dirname, '..', '..', 'docs', 'schemas', 'survey.schema.json'), 'utf8');
const validate = new Ajv({ allErrors: true }).compile(JSON.parse(schema) as object);

/** A survey that was written: as its published schema says, whatever the zones. */
export function surveyIn(file: string): Survey {
  const survey = JSON.parse(readFileSync(file, 'utf8')) as Survey;
  validate(survey);
  expect(validate.errors).toBeNull();
  return survey;
}

export function rowsIn(file: string): readonly Omit<ApprovalRow, 'step'>[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Omit<ApprovalRow, 'step'>[];
}
