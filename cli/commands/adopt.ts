import { setMaxListeners } from 'node:events';
import { packageVersion } from '../../lib/provider/package-root';
import { HCL } from '../adopt/hcl/language';
import type { Language } from '../adopt/output';
import { openOutputFolder } from '../adopt/output-folder';
import { installCommands } from '../adopt/package-source';
import { countFindings, REPORT_FILE, shownFindings, zoneInWords, type Outcome } from '../adopt/report';
import { adopt } from '../adopt/run';
import { TYPESCRIPT } from '../adopt/typescript/language';
import { EXIT_OK, EXIT_PARTLY, renderProblem } from '../failure';
import { interruptedExitCode, listenForInterruption } from '../interruption';
import type { AdoptOptions, CommandContext } from '../program';
import { shellWord } from '../shell-word';
import { wantedZones } from '../wanted-zones';
import { zoneProgress } from '../zone-progress';
import { titleOf } from '../zone-title';
import { connectedService, readInterrupted } from '../zone-service';

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
  const zones = wantedZones(options, named, {
    what: 'to adopt',
    example: 'zonewright adopt example.com --as hcl --out ./zones',
  });
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
      onZone: (title, zone) => progress.add(title, zoneInWords(zone)),
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
    if (interrupted === undefined)
      throw readInterrupted(thrown, 'what is written stays: to continue, run the same command again');
    terminal.err('Interrupted. What is written stays: to continue, run the same command again.');
    terminal.err(`Requests sent: ${service.requests()}`);
    return interrupted;
  } finally {
    interruption.release();
    await service.close();
  }
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
