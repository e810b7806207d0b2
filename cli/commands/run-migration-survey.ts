import { isRecord } from '../../schema';
import { parseJson } from '../text/json';
import { EXIT_OK, EXIT_PARTLY } from '../terminal/failure';
import { readApprovals } from '../migration/approvals-file';
import { readZones } from '../migration/read-zones';
import { countsOf, surveyedZones, isEnterprise, type Survey, type ZoneFacts } from '../migration/survey';
import { zonesReport } from '../migration/survey-report';
import { inFormat } from '../review/formats/in-format';
import { openReadingProgress } from '../zones/reading-progress';
import type { Format } from '../files/outputs';
import type { CommandContext } from '../terminal/terminal';
import { readingZones } from '../zones/reading-zones';
import { checkOutput, writeOutput, type OutputFile } from '../files/output-file';
import { USUAL_MODE } from '../files/replace-file';
import { wantedZones } from '../zones/wanted-zones';

export interface SurveyOptions {
  readonly all?: true;
  /** Names each of many equal zones. */
  readonly zones?: true;
  /** The file of approvals. */
  readonly file: string;
  /** Where the survey is written as JSON. */
  readonly out: string;
  readonly format: Format;
}

/**
 * `zonewright migration survey`: says where each zone is, what it loses and what needs a person. It changes nothing at
 * the service.
 *
 * @param named zones by name or id
 */
export async function migrationSurveyCommand(
  context: CommandContext,
  { all, zones: isOpen, file, out, format }: SurveyOptions,
  named: readonly string[],
): Promise<number> {
  const wanted = wantedZones(all ? { all } : {}, named, {
    what: 'to survey',
    example: 'zonewright migration survey --all',
    file: null,
  });
  const { terminal } = context;
  const approvals = readApprovals(file);
  checkOutput(out, OUTPUT);
  const now = (): Date => new Date();
  return readingZones(context, NEXT, async ({ service, signal, shown }) => {
    const progress = openReadingProgress<ZoneFacts>(out, service.address, now(), OUTPUT);
    const { zones: read, notFound } = await readZones(wanted, {
      ...{ service, progress, now, signal },
      onZones: shown.begin,
      onZone: shown.add,
    });
    shown.end();
    const zones = surveyedZones(read, approvals ?? []);
    const counts = countsOf(zones);
    const survey: Survey = {
      ...{ format_version: '1.0', service: service.address },
      ...{ approvals: approvals ? file : null, counts, zones, not_found: notFound },
    };
    writeOutput(out, terminal.secrets.hide(`${JSON.stringify(survey, null, 2)}\n`), USUAL_MODE, OUTPUT);
    progress.end();
    const enterprise = zones.filter(isEnterprise).length;
    const report = zonesReport({
      ...{ command: 'survey', zones, notFound, file, isOpen: isOpen ?? format === 'html' },
      summary: [
        `${enterprise.toLocaleString('en')} Enterprise, ${(zones.length - enterprise).toLocaleString('en')} of other plans.`,
        approvals
          ? `Approvals in ${file}: ${approvals.length.toLocaleString('en')}.`
          : `There are no approvals: ${file} does not exist.`,
      ],
    });
    const text = inFormat(format, survey, () => report, terminal.colors);
    terminal.out(text.replace(/\n$/, ''));
    const missing = counts.unreadable + notFound.length;
    if (missing > 0)
      terminal.err(`note: ${missing} of ${zones.length + notFound.length} zones could not be read.`);
    terminal.err(`The survey of each zone is in ${out}.`);
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
