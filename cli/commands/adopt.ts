import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { packageVersion } from '../../lib/provider/package-root';
import { ServiceError } from '../../provider-shim/adoption';
import { titleOf } from '../adopt/declared-zone';
import { HCL } from '../adopt/hcl/language';
import type { Language } from '../adopt/output';
import { openOutputFolder } from '../adopt/output-folder';
import { installCommands } from '../adopt/package-source';
import { countFindings, REPORT_FILE, shownFindings, type Outcome } from '../adopt/report';
import { adopt } from '../adopt/run';
import { TYPESCRIPT } from '../adopt/typescript/language';
import { zoneProgress } from '../adopt/zone-progress';
import { CommandFailure, EXIT_OK, EXIT_PARTLY, EXIT_USAGE, reasonOf, renderProblem } from '../failure';
import { interruptedExitCode, listenForInterruption } from '../interruption';
import type { AdoptOptions, CommandContext } from '../program';
import { shellWord } from '../shell-word';
import { connectedService } from '../zone-service';

const LANGUAGES: Readonly<Record<AdoptOptions['as'], Language>> = { hcl: HCL, ts: TYPESCRIPT };

/**
 * `zonewright adopt`: writes the configuration of zones that exist, with import blocks. It changes nothing at the service.
 *
 * @param named zones by name or id
 */
export async function adoptCommand(
  { terminal, env }: CommandContext,
  options: AdoptOptions,
  named: readonly string[],
): Promise<number> {
  const zones = zonesIn(options, named);
  const service = connectedService(env, terminal);
  const interruption = listenForInterruption();
  // Every request under way listens to it.
  setMaxListeners(0, interruption.signal);
  const progress = zoneProgress(terminal);
  try {
    const request = { as: options.as, service: env['ZONEWRIGHT_BASE_URL'] ?? '', zones };
    const folder = openOutputFolder(options.out, request);
    const language = LANGUAGES[options.as];
    const { signal } = interruption;
    const outcome = await adopt(zones, {
      service,
      language,
      folder,
      version: packageVersion(),
      signal,
      again: options.again ?? false,
      onZones: progress.begin,
      onZone: progress.add,
    });
    progress.end();
    const shown = folder.path.startsWith(`${process.cwd()}/`) ? options.out : folder.path;
    for (const line of summary(outcome, language, shown)) terminal.out(line);
    terminal.out(`Requests sent: ${service.requests()}`);
    for (const { title, findings } of outcome.failures)
      for (const { code, message, hint } of findings)
        for (const line of renderProblem(
          { code, message: `${title} ${whatBecame(outcome, title)}`, seen: [message], hints: [hint] },
          terminal.colors,
        ))
          terminal.err(line);
    return outcome.failures.length > 0 ? EXIT_PARTLY : EXIT_OK;
  } catch (thrown) {
    progress.end();
    const interrupted = interruptedExitCode(interruption.signal);
    if (interrupted === undefined) throw explained(thrown);
    terminal.err('Interrupted. What is written stays: to continue, run the same command again.');
    terminal.err(`Requests sent: ${service.requests()}`);
    return interrupted;
  } finally {
    interruption.release();
    await service.close();
  }
}

/** The zones of the arguments and of the file, or all. @throws CommandFailure */
function zonesIn({ all, zones: file }: AdoptOptions, named: readonly string[]): 'all' | readonly string[] {
  const wanted = [...named, ...(file === undefined ? [] : linesOf(file))];
  if (all && wanted.length > 0) throw wrongZones('--all, and zones by name');
  if (all) return 'all';
  if (wanted.length === 0) throw wrongZones(file === undefined ? 'no zone' : `no zone in ${file}`);
  return [...new Set(wanted)];
}

/** One zone in each line; `#` begins a comment. */
function linesOf(file: string): readonly string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.replace(/#.*$/, '').trim()).filter((line) => line !== '');
  } catch (thrown) {
    throw new CommandFailure(
      {
        code: 'zones_file',
        message: `the file ${file} cannot be read`,
        seen: [reasonOf(thrown)],
        allowed: ['a text file with the name or the id of a zone in each line'],
        hints: ['correct the path: --zones <file>'],
      },
      EXIT_USAGE,
      { cause: thrown },
    );
  }
}

function wrongZones(seen: string): CommandFailure {
  return new CommandFailure(
    {
      code: 'zones',
      message: 'it is not clear which zones to adopt',
      seen: [seen],
      allowed: ['names or ids of zones, a file with them (--zones <file>), or --all'],
      hints: ['for example: zonewright adopt example.com --as hcl --out ./zones'],
    },
    EXIT_USAGE,
  );
}

function explained(thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const { code, message, hint } = thrown.toProblem();
  return new CommandFailure(
    {
      code,
      message: 'the zones could not be read to the end',
      seen: [message],
      hints: [hint, 'what is written stays: to continue, run the same command again'],
    },
    undefined,
    { cause: thrown },
  );
}

/** Whether an earlier run adopted a zone that cannot be read now. @param title of the failure: as given, or of the zone */
function isDone({ zones }: Outcome, title: string): boolean {
  return zones.some((zone) => [zone.id, zone.name, titleOf(zone)].includes(title));
}

function whatBecame(outcome: Outcome, title: string): string {
  return isDone(outcome, title) ? 'cannot be read again, and stays as it was adopted' : 'is not adopted';
}

function summary(outcome: Outcome, language: Language, folder: string): readonly string[] {
  const { zones } = outcome;
  const missing = outcome.failures.filter(({ title }) => !isDone(outcome, title));
  const types = zones.flatMap(({ imports }) =>
    Object.keys(imports).map((address) => address.split('.')[0] ?? ''),
  );
  const counts = [...new Set(types)]
    .sort()
    .map((type) => [type, types.filter((one) => one === type).length] as const);
  const variables = zones.reduce((sum, zone) => sum + zone.variables.length, 0);
  const withoutValue = zones.flatMap((zone) => zone.withoutValue);
  const findings = countFindings(outcome);
  return [
    `Adopted ${zones.length} of ${zones.length + missing.length} zones into ${folder}`,
    ...counts.map(([type, count]) => `  ${type.padEnd(30)} ${count}`),
    ...(variables > withoutValue.length
      ? [
          `Secrets: ${variables - withoutValue.length} in ${language.secretsFile}, which only you can read. Do not commit it.`,
        ]
      : []),
    ...(withoutValue.length > 0
      ? [
          'Variables without a value, because the service does not show it:',
          ...withoutValue.map((name) => `  ${name}`),
        ]
      : []),
    ...(findings > 0
      ? [
          `Not adopted, or not completely (${REPORT_FILE} says more):`,
          ...shownFindings(outcome).map((line) => `  ${line}`),
        ]
      : ['Nothing is left out.']),
    '',
    'Next: the plan shows imports only.',
    ...language
      .nextSteps({
        folder: shellWord(folder),
        hasSecrets: variables > 0,
        installCommands: installCommands(),
      })
      .map((line) => `  $ ${line}`),
    '',
    'To undo it before the first apply, delete the folder. After that, let the state forget what it imported:',
    ...language.undoing.map((line) => `  ${line}`),
    '  docs/adopt.md of the package has the commands.',
    '',
  ];
}
