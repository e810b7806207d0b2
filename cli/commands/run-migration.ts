import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inOrder, serviceAddress } from '../../provider-shim/zone-reader';
import { isRecord, readApprovalRows, TARGET_STATES, type ApprovalRow, type TargetState } from '../../schema';
import { editedText } from '../files/input-file';
import {
  checkOutput,
  replaceFile,
  SECRET_MODE,
  SURVEY_FILE,
  USUAL_MODE,
  writeOutput,
  type Format,
  type OutputFile,
} from '../files/outputs';
import { ReadingProgress } from '../files/progress';
import {
  isEnterprise,
  NEEDS,
  readZones,
  type ReadZones,
  stepToName,
  surveyedZones,
  type Survey,
  type SurveyedZone,
  type ZoneFacts,
} from '../migration/survey';
import { hoursBetween, lackOfSoak, spanInWords } from '../migration/soak';
import { zonesOfSurvey, type SurveyedBefore } from '../migration/survey-file';
import {
  approveLine,
  firstOf,
  stepKinds,
  type StepKinds,
  stepsInWords,
  zonesReport,
  type ApproveOptions,
} from '../migration/survey-report';
import { printFound } from '../review/formats';
import { countsOf } from '../review/model';
import { CommandFailure, EXIT_OK, EXIT_PARTLY, EXIT_USAGE, notWritable, reasonOf } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { parseJson } from '../text/json';
import { counted, given } from '../text/words';
import { connectedService, readingZones, wantedZones } from '../zones/reading-zones';

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
  const next = () => given(existsSync(`${out}.progress`), NEXT);
  return readingZones(context, next, async (reading) => {
    const { service, shown } = reading;
    const progress = new ReadingProgress<ZoneFacts>(out, service.address, OUTPUT);
    const { zones: read, notFound } = await readZones(wanted, reading, { progress });
    shown.end();
    const zones = surveyedZones(read, approvals ?? []);
    const counts = countsOf(zones, NEEDS);
    const survey: Survey = {
      ...{ format_version: '1.0', service: service.address },
      ...{ approvals: approvals ? file : null, counts, zones, not_found: notFound },
    };
    writeOutput(out, terminal.secrets.hide(`${JSON.stringify(survey, null, 2)}\n`), SECRET_MODE, OUTPUT);
    progress.end();
    const enterprise = zones.filter(isEnterprise).length;
    const report = zonesReport({
      ...{ command: 'survey', zones, notFound, file, isOpen: isOpen ?? format === 'html', survey: out },
      title: `The migration of ${counted(zones.length + notFound.length, 'zone')}`,
      summary: [
        `${enterprise.toLocaleString('en')} Enterprise, ${(zones.length - enterprise).toLocaleString('en')} of other plans.`,
        approvals
          ? `Approvals in ${file}: ${approvals.length.toLocaleString('en')}.`
          : `There are no approvals: ${file} does not exist.`,
      ],
    });
    printFound(terminal, format, survey, report);
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

/**
 * `zonewright migration approve`: shows the next step of zones, and writes it into the file of approvals. What the survey
 * does not have is read from the service, where nothing changes.
 *
 * @param named zones by name or id
 */
export async function migrationApproveCommand(
  context: CommandContext,
  options: ApproveOptions,
  named: readonly string[],
): Promise<number> {
  const { terminal } = context;
  const { file, ticket = '', survey = SURVEY_FILE, validatedFor: hours } = options;
  const by = options.by ?? authorOfGit();
  const surveyed = await checkAll(context, options, named, by);
  const approve = ({ zones: known, notFound }: ReadZones, requests: number): number => {
    const at = new Date().toISOString();
    // Somebody may have written the file meanwhile.
    const before = surveyedZones(known, readApprovals(file) ?? []);
    const offered = before.filter(({ approved_digest: digest }) => digest !== null);
    const kept = options.for === undefined ? offered.filter((zone) => stepToName(zone) !== undefined) : [];
    // A ticket that is named is added to a row that is there.
    const open = offered.filter((zone) => !kept.includes(zone) && (!isApproved(zone) || ticket !== ''));
    const fresh = open.filter((zone) => hours === undefined || isApproved(zone) || !lackOfSoak(zone, hours));
    const held = open.length - fresh.length;
    const kinds = stepKinds(fresh);
    if (options.for === undefined && kinds.length > 1) throw mixedSteps(kinds, new Set(named), options);
    const rows = fresh.map(({ id: zone, name, approved_digest: digest }) => ({
      ...{ zone, name, approved_digest: digest ?? '', by, ticket, at },
    }));
    if (rows.length > 0) writeApprovals(file, rows);
    const zones = surveyedZones(known, readApprovals(file) ?? []);
    const age = Math.max(...surveyed.zones.map(({ read_at }) => hoursBetween(read_at, at)));
    const refused = age < 24 ? '' : ': plan and apply refuse what has changed since';
    const since = rows.length > 0 ? refused : ': to see what is ahead now, survey again';
    const report = zonesReport({
      ...{ command: 'approve', zones, notFound, file, isOpen: true, validatedFor: hours },
      title: rows.length === 0 ? 'Nothing new is approved' : `Approved: ${stepsInWords(kinds)}`,
      summary: [
        ...(rows.length === 0
          ? [`Nothing was approved; ${file} is as it was.`]
          : [`${counted(rows.length, 'row')} written to ${file}, approved by ${by}.`, ADJUSTMENTS]),
        ...given(held > 0, `Not approved, as they have not validated for so long: ${counted(held, 'zone')}.`),
        ...given(
          age >= 0,
          `What ${survey} shows of ${surveyed.service} was read ${spanInWords(age)} ago${since}.`,
        ),
        // Another approval, of what was still ahead, gives way.
        ...fresh
          .filter((zone) => ['approved', 'stale'].includes(zone.approval.status) && !isApproved(zone))
          .map((zone) => inWords(zone, 'replaced')),
        ...kept.map((zone) => `${inWords(zone, 'kept')} --for ${stepToName(zone)} replaces it.`),
      ],
    });
    printFound(terminal, 'terminal', null, report);
    terminal.err(`Requests sent: ${requests}`);
    const missing = zones.filter(({ counted_as: [need] }) => need === 'blocked' || need === 'unreadable');
    const stale = kept.filter(({ approval }) => approval.status === 'stale');
    return missing.length + notFound.length + stale.length + held > 0 ? EXIT_PARTLY : EXIT_OK;
  };
  const { zones, notFound, missing } = surveyed;
  if (missing.length === 0) return approve(surveyed, 0);
  const step = options.for as TargetState | undefined;
  terminal.err(
    `Read now, as ${survey} has nothing new of them${step ? ` for ${step}` : ''}: ${missing.join(', ')}`,
  );
  const next = () => ['nothing is approved: run the same command again'];
  return readingZones(context, next, async (reading) => {
    const now = await readZones(missing, reading, { step });
    reading.shown.end();
    const read = { zones: [...zones, ...now.zones], notFound: [...notFound, ...now.notFound] };
    return approve(read, reading.service.requests());
  });
}

function mixedSteps(kinds: StepKinds, named: ReadonlySet<string>, options: ApproveOptions): CommandFailure {
  const seen = kinds.map(([kind, { length }]) => `${kind}: ${counted(length, 'zone')}`);
  const hints = kinds.map(
    ([kind, zones]) => `to ${kind}${firstOf(zones)}: ${approveLine(zones, named, options)}`,
  );
  const message = 'nothing was approved: these zones take different steps';
  return new CommandFailure({ message, seen, hints }, EXIT_USAGE);
}

const ADJUSTMENTS =
  'These are the generated rules: where the configuration has adjustments, its plan prints the row to paste.';

/** A row approves the step as it is now. */
function isApproved({ step, approval }: SurveyedZone): boolean {
  return approval.status === 'approved' && approval.step === step;
}

/** What becomes of a row that is not of what the step does now, and why. */
function inWords({ id, name, approval }: SurveyedZone, what: 'kept' | 'replaced'): string {
  const because = approval.because.join('; ') || `it approves ${approval.step}`;
  return `${name || id}: its row is ${what}: ${because}.`;
}

/** Says all that is missing at once, before any request. @returns what the survey has @throws CommandFailure */
async function checkAll(
  { env, terminal }: CommandContext,
  { for: step, file, survey, validatedFor }: ApproveOptions,
  named: readonly string[],
  by: string,
): Promise<SurveyedBefore> {
  const steps = TARGET_STATES.join(' or ');
  const [seen, hints]: [string[], string[]] = [[], []];
  const isMissing = (is: string, ...does: readonly string[]): void => {
    seen.push(is);
    hints.push(...does);
  };
  if (named.length === 0) isMissing('no zone', 'name zones, or their ids');
  if (step !== undefined && !TARGET_STATES.some((each) => each === step))
    isMissing(`--for ${step}`, `give --for one of ${steps}, or leave it out`);
  if (step === 'validation' && validatedFor !== undefined)
    isMissing('--validated-for with --for validation', 'leave one of them out');
  if (by.trim() === '') isMissing('nobody who approves', 'set user.name in git, or give --by <name>');
  let surveyed: SurveyedBefore | undefined;
  const reach = () => surveyed?.missing.length && connectedService(env, terminal).close();
  let rows: readonly ApprovalRow[] | undefined;
  const isApproved = (digest: string) => rows?.some((row) => row.approved_digest === digest) ?? false;
  for (const check of [
    () => (rows = readApprovals(file)),
    () => (surveyed = zonesOfSurvey(survey, serviceAddress(env), named, step, isApproved)),
    reach,
  ])
    try {
      await check();
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      const { problem } = error;
      isMissing([problem.message.replace(/\.$/, ''), ...(problem.seen ?? [])].join(': '), ...problem.hints);
      if (check === reach && surveyed)
        seen.push(`not in ${survey ?? SURVEY_FILE}: ${surveyed.missing.join(', ')}`);
    }
  const message = 'nothing was approved, and nothing asked for';
  if (seen.length > 0 || !surveyed) throw new CommandFailure({ message, seen, hints }, EXIT_USAGE);
  return surveyed;
}

/** As a commit has its author; empty if git does not say. */
function authorOfGit(): string {
  const [name = '', email = ''] = ['user.name', 'user.email'].map((key) =>
    (spawnSync('git', ['config', '--get', key], { encoding: 'utf8' }).stdout ?? '').trim(),
  );
  return email === '' ? name : `${name} <${email}>`.trim();
}

/** A row as a file has it: members that it leaves out are not there. */
type WrittenRow = Partial<Omit<ApprovalRow, 'step'>>;

/** A file of approvals; undefined if it does not exist. @throws CommandFailure with the line, if it is no such file */
export function readApprovals(file: string): readonly ApprovalRow[] | undefined {
  try {
    const text = editedText(file);
    return text === undefined ? undefined : readApprovalRows(text, file);
  } catch (error) {
    const reason = reasonOf(error);
    throw new CommandFailure({
      message: 'the approvals cannot be read',
      seen: [reason.startsWith(file) ? reason : `${file}: ${reason}`],
      allowed: ['a JSON list with one row for each zone, or a file that does not exist'],
      hints: ['mend it, or name another file: --file <file>'],
    });
  }
}

/**
 * Puts rows into a file in the place of those of the same zones, sorted by name. Other rows stay as they are.
 *
 * @throws CommandFailure if it cannot be written
 */
export function writeApprovals(file: string, rows: readonly Omit<ApprovalRow, 'step'>[]): void {
  const there = JSON.parse(editedText(file) ?? '[]') as readonly WrittenRow[];
  // Of two rows of a zone, the later one counts.
  const sorted = inOrder(
    [...there, ...rows].map((row) => ({ id: row.zone ?? '', name: row.name ?? '', row })),
  );
  const text = JSON.stringify(
    sorted.map(({ row }) => row),
    null,
    2,
  );
  try {
    replaceFile(file, `${text}\n`, USUAL_MODE);
  } catch (error) {
    throw notWritable('the approvals', file, '--file <file>', error);
  }
}
