import { isRecord } from '../../schema';
import { parseJson } from '../text/json';
import { EXIT_OK, EXIT_PARTLY } from '../terminal/failure';
import { readZones } from '../migration/run-survey';
import { surveyJsonText, surveyTerminalText } from '../migration/survey-formats';
import type { ZoneFacts } from '../migration/survey-model';
import { surveyOf } from '../migration/survey-of';
import { openReadingProgress } from '../zones/reading-progress';
import type { CommandContext } from '../terminal/terminal';
import { readingZones } from '../zones/reading-zones';
import { checkOutput, writeOutput, type OutputFile } from '../files/output-file';
import { USUAL_MODE } from '../files/replace-file';
import { wantedZones } from '../zones/wanted-zones';

/** What a survey prints. */
export type SurveyFormat = 'terminal' | 'json';

export interface SurveyOptions {
  /** A file with a zone in each line. */
  readonly zones?: string;
  readonly all?: true;
  /** Where the survey is written as JSON. */
  readonly out: string;
  readonly format: SurveyFormat;
}

/**
 * `zonewright migration survey`: says which zones can migrate, and what they lose. It changes nothing at the service.
 *
 * @param named zones by name or id
 */
export async function migrationSurveyCommand(
  context: CommandContext,
  options: SurveyOptions,
  named: readonly string[],
): Promise<number> {
  const wanted = wantedZones(options, named, {
    what: 'to survey',
    example: 'zonewright migration survey --all',
  });
  checkOutput(options.out, OUTPUT);
  const now = (): Date => new Date();
  return readingZones(context, NEXT, async ({ service, signal, shown }) => {
    const progress = openReadingProgress<ZoneFacts>(options.out, service.address, now(), OUTPUT);
    const read = await readZones(wanted, {
      ...{ service, progress, now, signal },
      onZones: shown.begin,
      onZone: shown.add,
    });
    shown.end();
    const survey = surveyOf(service.address, read, now());
    writeOutput(options.out, surveyJsonText(survey), USUAL_MODE, OUTPUT);
    progress.end();
    const { terminal } = context;
    const text =
      options.format === 'json' ? surveyJsonText(survey) : surveyTerminalText(survey, terminal.colors);
    terminal.out(text.replace(/\n$/, ''));
    const { summary, not_found: notFound } = survey;
    const missing = summary.unreadable + notFound.length;
    if (missing > 0)
      terminal.err(`note: ${missing} of ${summary.zones + notFound.length} zones could not be read.`);
    terminal.err(`The survey of each zone is in ${options.out}.`);
    terminal.err(`Requests sent: ${service.requests()}`);
    return missing > 0 ? EXIT_PARTLY : EXIT_OK;
  });
}

const OUTPUT: OutputFile = {
  what: 'the survey',
  isOurs: isSurvey,
  hints: ['to print another format, use --format'],
};

/** What becomes of a survey that is interrupted. */
const NEXT = 'what is read is kept: to continue, run the same command again within a day';

/** Whether a text is a survey, of whichever version. */
function isSurvey(text: string): boolean {
  try {
    const document: unknown = parseJson(text);
    return isRecord(document) && 'format_version' in document && Array.isArray(document['zones']);
  } catch {
    return false;
  }
}
