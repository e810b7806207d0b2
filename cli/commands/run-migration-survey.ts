import type { IdentifiedZone } from '../../lib/fleet/fleet-zone';
import { CommandFailure, EXIT_OK, EXIT_PARTLY, EXIT_USAGE } from '../terminal/failure';
import { readFleetInventory } from '../zones/inventory';
import { readZones } from '../migration/run-survey';
import { isSurvey } from '../migration/read-survey';
import { surveyJsonText, waveInventoryText, surveyTerminalText } from '../migration/survey-formats';
import type { Survey, ZoneFacts } from '../migration/survey-model';
import { surveyOf } from '../migration/survey-of';
import { openReadingProgress } from '../zones/reading-progress';
import type { CommandContext } from '../terminal/terminal';
import { readingZones } from '../zones/reading-zones';
import { checkOutput, writeOutput, type OutputFile } from '../files/output-file';
import { USUAL_MODE } from '../files/replace-file';
import { wantedZones } from '../zones/wanted-zones';

/** What a survey prints. */
export type SurveyFormat = 'terminal' | 'json' | 'inventory';

export interface SurveyOptions {
  /** A file with a zone in each line. */
  readonly zones?: string;
  /** The inventory of a fleet. */
  readonly inventory?: string;
  readonly all?: true;
  /** Where the survey is written as JSON. */
  readonly out: string;
  readonly format: SurveyFormat;
  /** In percent. */
  readonly suggestShares?: readonly number[];
}

/**
 * `zonewright migration survey`: says which zones can migrate, what they lose and in which order to migrate them. It
 * changes nothing at the service.
 *
 * @param named zones by name or id
 */
export async function migrationSurveyCommand(
  context: CommandContext,
  options: SurveyOptions,
  named: readonly string[],
): Promise<number> {
  checkFormat(options);
  const inventory = options.inventory === undefined ? [] : readFleetInventory(options.inventory);
  const wanted =
    options.inventory === undefined
      ? wantedZones(options, named, { what: 'to survey', example: 'zonewright migration survey --all' })
      : idsOf(inventory, options, named);
  checkOutput(options.out, OUTPUT);
  const now = (): Date => new Date();
  return readingZones(context, NEXT, async ({ service, signal, shown }) => {
    const progress = openReadingProgress<ZoneFacts>(options.out, service.address, now(), OUTPUT);
    const read = await readZones(wanted, {
      ...{ service, progress, now, signal },
      names: new Map(inventory.map(({ id, name }) => [id, name])),
      onZones: shown.begin,
      onZone: shown.add,
    });
    shown.end();
    const labels = new Map(inventory.map(({ id, labels: own = {} }) => [id, own]));
    const survey = surveyOf(service.address, read, now(), options.suggestShares, labels);
    writeOutput(options.out, surveyJsonText(survey), USUAL_MODE, OUTPUT);
    progress.end();
    const { terminal } = context;
    terminal.out(rendered(survey, options.format, inventory, terminal.colors).replace(/\n$/, ''));
    for (const line of notes(survey, options, inventory)) terminal.err(line);
    terminal.err(`Requests sent: ${service.requests()}`);
    return survey.summary.unreadable + survey.not_found.length > 0 ? EXIT_PARTLY : EXIT_OK;
  });
}

const OUTPUT: OutputFile = {
  what: 'the survey',
  isOurs: isSurvey,
  hints: ['to print another format, use --format'],
};

/** What becomes of a survey that is interrupted. */
const NEXT = 'what is read is kept: to continue, run the same command again within a day';

function rendered(
  survey: Survey,
  format: SurveyOptions['format'],
  inventory: readonly IdentifiedZone[],
  colors: CommandContext['terminal']['colors'],
): string {
  switch (format) {
    case 'terminal':
      return surveyTerminalText(survey, colors);
    case 'json':
      return surveyJsonText(survey);
    case 'inventory':
      return waveInventoryText(survey, inventory);
  }
}

/** What goes to standard error: where everything is, and what the printed format leaves out. */
function notes(
  { summary, not_found: notFound }: Survey,
  { out, format }: SurveyOptions,
  inventory: readonly IdentifiedZone[],
): readonly string[] {
  const missing = summary.unreadable + notFound.length;
  const hasSettings = inventory.some(({ settings }) => settings !== undefined);
  return [
    ...(format === 'inventory' && hasSettings
      ? ['note: CSV cannot hold the settings of zones: copy the column wave into your inventory instead.']
      : []),
    ...(missing > 0
      ? [`note: ${missing} of ${summary.zones + notFound.length} zones could not be read.`]
      : []),
    `The survey of each zone is in ${out}.`,
  ];
}

function checkFormat({ format, suggestShares }: SurveyOptions): void {
  if (format !== 'inventory' || suggestShares !== undefined) return;
  throw new CommandFailure(
    {
      code: 'format',
      message: 'the format inventory needs waves to suggest',
      seen: ['--format inventory without --suggest-shares'],
      allowed: ['--format inventory with shares in percent, or another format'],
      hints: ['add for example: --suggest-shares 5,20,75'],
    },
    EXIT_USAGE,
  );
}

function idsOf(
  inventory: readonly IdentifiedZone[],
  { all, zones, inventory: file }: SurveyOptions,
  named: readonly string[],
): readonly string[] {
  if (all !== true && zones === undefined && named.length === 0) return inventory.map(({ id }) => id);
  throw new CommandFailure(
    {
      code: 'zones',
      message: 'it is not clear which zones to survey',
      seen: [`--inventory ${file}, and other zones`],
      allowed: ['zones by name or id and --zones, or --inventory, or --all'],
      hints: ['give one of them'],
    },
    EXIT_USAGE,
  );
}
