import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationApproveCommand } from '../../cli/commands/run-migration-approve';
import { migrationSurveyCommand } from '../../cli/commands/run-migration-survey';
import type { SurveyOptions } from '../../cli/commands/run-migration-survey';
import type { ApproveOptions } from '../../cli/migration/options';
import type { Survey } from '../../cli/migration/survey-model';
import { openTerminal } from '../../cli/terminal/terminal';
import type { WaveApproval } from '../../lib/rollout/wave-approvals';
import type { TestService } from '../support/workspace';

/** A folder that is removed after the tests of a file. */
export function useFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-migration-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/** What a run of a command said. */
export interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `zonewright migration survey` in this process. @param onError called with each line of standard error */
export function runSurvey(
  { env }: Pick<TestService, 'env'>,
  options: Partial<SurveyOptions> & Pick<SurveyOptions, 'out'>,
  zones: readonly string[] = [],
  onError: (line: string) => void = () => undefined,
): Promise<Run> {
  return running(onError, (terminal) =>
    migrationSurveyCommand(
      { terminal, env: { ...env, XDG_CACHE_HOME: join(options.out, '..', 'cache') } },
      { format: 'terminal', ...options },
      zones,
    ),
  );
}

/** Runs `zonewright migration approve` in this process. */
export function runApprove(
  options: Partial<ApproveOptions> & Pick<ApproveOptions, 'inventory' | 'survey' | 'approvals' | 'wave'>,
  env: NodeJS.ProcessEnv = {},
  now?: Date,
): Promise<Run> {
  const named: ApproveOptions = {
    ...{ target: 'finished', by: 'Ada <ada@example.com>', ticket: 'OPS-1' },
    ...(options.wavesByShare === undefined ? { wavesByLabel: 'wave' } : {}),
    ...options,
  };
  return running(
    () => undefined,
    (terminal) => migrationApproveCommand({ terminal, env }, named, now),
  );
}

async function running(
  onError: (line: string) => void,
  command: (terminal: ReturnType<typeof openTerminal>) => Promise<number>,
): Promise<Run> {
  const said = { out: '', err: '' };
  const stream = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) });
  const opened = openTerminal(stream('out'), stream('err'), { NO_COLOR: '1' });
  const terminal = { ...opened, err: (line: string) => (opened.err(line), onError(line)) };
  return { exitCode: await command(terminal), ...said };
}

export function surveyIn(file: string): Survey {
  return JSON.parse(readFileSync(file, 'utf8')) as Survey;
}

/** The approvals of a file as they are written. */
export function approvalsIn(file: string): readonly (Omit<WaveApproval, 'leftOut'> & {
  readonly left_out: WaveApproval['leftOut'];
})[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly approvals: never }).approvals;
}

/** Writes an inventory in CSV. @param waves the wave of each zone, by its name */
export function writeInventory(
  file: string,
  waves: Readonly<Record<string, string>>,
  idOf: (name: string) => string,
): string {
  const rows = Object.entries(waves).map(([name, wave]) => `${idOf(name)},${name},${wave}\n`);
  writeFileSync(file, `id,name,wave\n${rows.join('')}`);
  return file;
}
