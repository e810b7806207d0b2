import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import {
  findZones,
  inOrder,
  readZone,
  REFUSALS,
  ServiceError,
  type Finding,
  type FoundZones,
  type ZoneContent,
} from '../../provider-shim/zone-reader';
import { FIELD_LISTS, logCustomFieldsSchema, zoneNameKey } from '../../schema';
import { HCL } from '../adopt/hcl/language';
import { declaredZone, type DeclaredZone, type DoneZone, type Language } from '../adopt/language';
import { zoneLabels } from '../adopt/names';
import {
  APPENDED_SECRETS_FILE,
  openOutputFolder,
  PROGRESS_FILE,
  type OutputFolder,
  type SecretsFile,
} from '../adopt/output-folder';
import { installCommands } from '../adopt/package-source';
import { TYPESCRIPT } from '../adopt/typescript/language';
import { UNFINISHED_FILES } from '../files/outputs';
import { EXIT_OK, EXIT_PARTLY, renderProblem } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { given, onOneLine, shellWord, titleOf } from '../text/words';
import { hintsOnce, readEach, readingZones, wantedZones, type ZoneReading } from '../zones/reading-zones';

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
  const next = () => given(existsSync(join(options.out, PROGRESS_FILE)), NEXT);
  return readingZones(context, next, async (reading) => {
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
  const types = zones
    .flatMap(({ imports }) => Object.keys(imports).map((address) => address.split('.')[0] ?? ''))
    .sort();
  const variables = zones.reduce((sum, zone) => sum + zone.variables.length, 0);
  const withoutValue = zones.flatMap((zone) => zone.withoutValue);
  const findings = zones.flatMap((zone) => zone.findings).length;
  const adopted = `Adopted ${zones.length} of ${zones.length + missing.length} zones into ${folder}`;
  if (zones.length === 0) return [adopted];
  return [
    adopted,
    ...[...new Set(types)].map(
      (type) => `  ${type.padEnd(30)} ${types.filter((one) => one === type).length}`,
    ),
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

/** What an adoption works with. */
interface Adoption extends ZoneReading {
  readonly language: Language;
  readonly folder: OutputFolder;
  /** Of this package. */
  readonly version: string;
  /** Whether to read zones again that an earlier run has done. */
  readonly again: boolean;
}

/** What has secrets, or only says how far this command is. */
const ALWAYS_IGNORED = [
  '*.tfstate',
  '*.tfstate.*',
  '*.tfvars',
  '*.tfvars.json',
  'tfplan',
  '*.tfplan',
  UNFINISHED_FILES,
  APPENDED_SECRETS_FILE,
  PROGRESS_FILE,
];

/**
 * Reads and writes zone by zone, so that a run that is cut off can continue; then writes what belongs to all of them.
 *
 * @throws ServiceError if the service fails, or CommandFailure; what is written until then stays
 */
async function adopt(wanted: 'all' | readonly string[], adoption: Adoption): Promise<Outcome> {
  const { service, folder, signal, again } = adoption;
  const found = await findZones(wanted, service, signal);
  // A service that cannot be asked leaves no folder behind.
  folder.begin();
  folder.write({
    path: '.gitignore',
    text: `${[...adoption.language.ignored, ...ALWAYS_IGNORED].join('\n')}\n`,
  });
  const secrets = folder.openSecrets(adoption.language.secretsFile);
  const labels = labelsOf(found, adoption);
  const taken = new Set(labels.values());
  const earlier = folder.earlier?.zones ?? new Map<string, DoneZone>();
  // A zone that is done stays, also if it cannot be read now: without it, the next plan would destroy what it has.
  const done = new Map(earlier);
  const failures: Subject[] = found.failures.map(({ wanted: title, problem }) => ({
    title,
    findings: [reported(problem)],
  }));
  if (wanted === 'all' && again) failures.push(...unseen(earlier, found));
  try {
    const subjects = await readEach<readonly Subject[]>(found.zones, adoption, {
      earlier: ({ id }) => {
        const before = earlier.get(id);
        // Somebody may have removed the file of a zone since, to undo its adoption.
        const isDone = before && (before.file === null || folder.has(before.file));
        return isDone && !again ? [] : undefined;
      },
      read: async (zone) => {
        const content = await unlessRefused(readZone(zone, service, signal));
        if (content instanceof ServiceError) {
          const subject = { title: titleOf(zone), findings: [reported(content.toProblem())] };
          return [[subject], zoneInWords(undefined)];
        }
        const imports = earlier.get(zone.id)?.imports;
        const declared = declaredZone(content, labels.get(zone.id) ?? zone.id, taken, imports);
        const written = writeZone(content, declared, secrets, adoption);
        done.set(zone.id, written);
        return [[], zoneInWords(written)];
      },
    });
    failures.push(...subjects.flat());
  } finally {
    const used = new Set([...done.values()].flatMap(({ variables }) => variables));
    secrets.save(new Set([...(folder.earlier?.variables ?? [])].filter((name) => !used.has(name))));
  }
  const zones = inOrder([...done.values()]);
  const outcome = { zones, failures };
  for (const file of adoption.language.projectFiles(zones, adoption.version)) folder.write(file);
  folder.write({ path: REPORT_FILE, text: reportText(outcome) });
  return outcome;
}

/** Zones of an earlier run that are no longer seen stay as they were adopted: without their files, a plan would destroy what they have. */
function unseen(earlier: ReadonlyMap<string, DoneZone>, { zones }: FoundZones): readonly Subject[] {
  const seen = new Set(zones.map(({ id }) => id));
  const gone = [...earlier.values()].filter(({ id }) => !seen.has(id));
  return gone.map(({ id, name, file }) => {
    const message = 'the credentials no longer see this zone';
    const hint = `If it was deleted, remove ${file ?? 'what you declared for it'}, its import blocks and its values. If not, check the credentials.`;
    return { title: titleOf({ id, name }), findings: [{ message, hint }] };
  });
}

/** By the zone's id. Zones that are written keep their labels, also if the earlier run found other zones. */
function labelsOf({ zones }: FoundZones, { folder }: Adoption): ReadonlyMap<string, string> {
  const written = [...(folder.earlier?.zones.values() ?? [])].map(({ id, label }) => [id, label] as const);
  const held = new Map(written.map(([id, label]) => [label, id]));
  const own = [...zoneLabels(zones)].map(([id, label]) => {
    const isFree = (held.get(label) ?? id) === id;
    return [id, isFree ? label : `${label}_${id}`] as const;
  });
  return new Map([...own, ...written]);
}

/** What concerns one zone only; everything else ends the run. */
const OF_ONE_ZONE: readonly ServiceError['kind'][] = [...REFUSALS, 'malformed-answer'];

async function unlessRefused(read: Promise<ZoneContent>): Promise<ZoneContent | ServiceError> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ServiceError && OF_ONE_ZONE.includes(error.kind)) return error;
    throw error;
  }
}

function writeZone(
  content: ZoneContent,
  declared: DeclaredZone,
  secretsFile: SecretsFile,
  { language, folder }: Adoption,
): DoneZone {
  const { id, name } = content.zone;
  const { secrets, ...file } = language.zoneFile(declared);
  const values = secrets.flatMap(({ variable, value }) => (value === undefined ? [] : [[variable, value]]));
  if (values.length > 0) secretsFile.add(Object.fromEntries(values));
  if (declared.declarations.length > 0) folder.write(file);
  else folder.remove(file.path);
  const imports = declared.declarations.map(({ type, label, importId }) => [`${type}.${label}`, importId]);
  const fields = content.objects.filter(({ type }) => type === logCustomFieldsSchema.type);
  const lists = fields.flatMap(({ attributes }) => FIELD_LISTS.map((list) => attributes[list]));
  const zone: DoneZone = {
    ...{ id, name, label: declared.label },
    file: declared.declarations.length > 0 ? file.path : null,
    imports: Object.fromEntries(imports) as DoneZone['imports'],
    variables: secrets.map(({ variable }) => variable),
    withoutValue: secrets.flatMap(({ variable, value }) => (value === undefined ? [variable] : [])),
    customFields: lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0),
    findings: content.findings.map(reported),
  };
  folder.note({ kind: 'zone', zone });
  return zone;
}

function reported({ message, hint }: Finding): Finding {
  return { message, hint };
}

/** A zone, with what is not adopted of it. */
interface Subject {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** What is known once all zones are done. */
interface Outcome {
  readonly zones: readonly DoneZone[];
  /** Zones that could not be read. */
  readonly failures: readonly Subject[];
}

const REPORT_FILE = 'NOT-ADOPTED.md';

/** The list of what is not adopted, or only in part, as Markdown. */
export function reportText({ zones, failures }: Outcome): string {
  const subjects = [...failures, ...zones.map(subjectOf)].filter(({ findings }) => findings.length > 0);
  const withoutValue = zones.flatMap((zone) => zone.withoutValue);
  return [
    '# Not adopted',
    '',
    'What the service has and this configuration does not declare, or not completely.',
    'All of it stays as it is.',
    '',
    ...given(subjects.length === 0, 'Nothing: everything is declared.', ''),
    ...subjects.flatMap(({ title, findings }) => [
      `## ${markdown(title)}`,
      '',
      ...findings.flatMap(({ message, hint }) => [`- ${markdown(message)}`, `  ${markdown(hint)}`]),
      '',
    ]),
    ...given(
      withoutValue.length > 0,
      '## Variables without a value',
      '',
      'The service did not show these secrets. Set them before the first plan.',
      '',
      ...withoutValue.map((name) => `- \`${name}\``),
      '',
    ),
  ].join('\n');
}

/** What became of a zone, for the progress. @param zone undefined if it cannot be read */
export function zoneInWords(zone: DoneZone | undefined): string {
  if (zone === undefined) return 'cannot be read';
  const objects = Object.keys(zone.imports).length;
  const left = zone.findings.length === 0 ? '' : `, ${zone.findings.length} not adopted or not completely`;
  return `${objects} ${objects === 1 ? 'object' : 'objects'}${left}`;
}

/** Findings that are shown on the terminal; the file has all of them. */
const MOST_SHOWN = 20;

/** The findings for a terminal, one line each. */
export function shownFindings({ zones }: Outcome): readonly string[] {
  const all = zones
    .map(subjectOf)
    .flatMap(({ title, findings }) => findings.map(({ message }) => onOneLine(`${title}: ${message}`)));
  const more = all.length - MOST_SHOWN;
  return more > 0 ? [...all.slice(0, MOST_SHOWN), `… and ${more} more`] : all;
}

function subjectOf(zone: DoneZone): Subject {
  return { title: titleOf(zone), findings: zone.findings };
}

/** Text of the service in Markdown: one line, and nothing of it is markup. */
function markdown(text: string): string {
  return onOneLine(text).replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
