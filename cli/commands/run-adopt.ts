import { packageVersion } from '../../lib/provider/package-root';
import { HCL } from '../adopt/hcl/language';
import type { Language } from '../adopt/language';
import { openOutputFolder } from '../adopt/output-folder';
import { installCommands } from '../adopt/package-source';
import { countFindings, REPORT_FILE, shownFindings, type Outcome } from '../adopt/report';
import { adopt } from '../adopt/run';
import { TYPESCRIPT } from '../adopt/typescript/language';
import { EXIT_OK, EXIT_PARTLY, renderProblem } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { hintsOnce, readingZones, wantedZones } from '../zones/reading-zones';
import { given, shellWord, titleOf } from '../text/words';
import { zoneNameKey } from '../../schema';

export interface AdoptOptions {
  readonly as: 'ts' | 'hcl';
  readonly out: string;
  /** A file with zones. */
  readonly zones?: string;
  readonly all?: true;
  /** Also reads zones that an earlier run has done. */
  readonly again?: true;
}

const LANGUAGES: Readonly<Record<AdoptOptions['as'], Language>> = { hcl: HCL, ts: TYPESCRIPT };

/**
 * `zonewright adopt`: writes the configuration of zones that exist, with import blocks. It changes nothing at the service.
 *
 * @param named zones by name or id
 */
export async function adoptCommand(
  context: CommandContext,
  options: AdoptOptions,
  named: readonly string[],
): Promise<number> {
  const { terminal, env } = context;
  const zones = wantedZones(options, named, {
    what: 'to adopt',
    example: 'zonewright adopt example.com --as hcl --out ./zones',
  });
  return readingZones(context, NEXT, async (reading) => {
    const { service, shown } = reading;
    const request = { as: options.as, service: env['ZONEWRIGHT_BASE_URL'] ?? '', zones };
    const folder = openOutputFolder(options.out, request);
    const language = LANGUAGES[options.as];
    const outcome = await adopt(zones, {
      ...{ ...reading, language, folder },
      version: packageVersion(),
      again: options.again ?? false,
    });
    shown.end();
    const place = folder.path.startsWith(`${process.cwd()}/`) ? options.out : folder.path;
    for (const line of summary(outcome, language, place)) terminal.out(line);
    terminal.out(`Requests sent: ${service.requests()}`);
    const hints = hintsOnce();
    for (const { title, findings } of outcome.failures) {
      const became = isDone(outcome, title)
        ? 'cannot be read again, and stays as it was adopted'
        : 'is not adopted';
      for (const { message, hint } of findings) {
        const problem = { message: `${title} ${became}`, seen: [message], hints: hints(hint) };
        for (const line of renderProblem(problem, terminal.colors)) terminal.err(line);
      }
    }
    return outcome.failures.length > 0 ? EXIT_PARTLY : EXIT_OK;
  });
}

/** What becomes of an adoption that is interrupted. */
const NEXT = 'what is written stays: to continue, run the same command again';

/** Whether an earlier run adopted a zone that cannot be read now. @param title of the failure: as given, or of the zone */
function isDone({ zones }: Outcome, title: string): boolean {
  return zones.some((zone) =>
    [zone.id, zone.name, titleOf(zone)].map(zoneNameKey).includes(zoneNameKey(title)),
  );
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
  const adopted = `Adopted ${zones.length} of ${zones.length + missing.length} zones into ${folder}`;
  if (zones.length === 0) return [adopted];
  return [
    adopted,
    ...counts.map(([type, count]) => `  ${type.padEnd(30)} ${count}`),
    ...given(
      variables > withoutValue.length,
      `Secrets: ${variables - withoutValue.length} in ${language.secretsFile}, which only you can read. Do not commit it.`,
    ),
    ...given(
      withoutValue.length > 0,
      'Variables without a value, because the service does not show it:',
      ...withoutValue.map((name) => `  ${name}`),
    ),
    ...given(findings === 0, 'Nothing is left out.'),
    ...given(findings > 0, `Not adopted, or not completely (${REPORT_FILE} says more):`),
    ...shownFindings(outcome).map((line) => `  ${line}`),
    '',
    'Next: the plan shows imports only.',
    ...language.nextSteps(shellWord(folder), variables > 0, installCommands()).map((line) => `  $ ${line}`),
    '',
    'To undo it before the first apply, delete the folder. After that, let the state forget what it imported:',
    ...language.undoing.map((line) => `  ${line}`),
    '  docs/guides/adopt.md of the package has the commands.',
    '',
  ];
}
