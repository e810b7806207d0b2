import {
  findZones,
  inOrder,
  readZone,
  ServiceError,
  type FoundZones,
  type ZoneContent,
} from '../../provider-shim/zone-reader';
import { FIELD_LISTS, logCustomFieldsSchema } from '../../schema';
import { readEach, type ZoneReading } from '../zones/reading-zones';
import { UNFINISHED_FILES } from '../files/outputs';
import { titleOf } from '../text/words';
import {
  declaredZone,
  type DeclaredZone,
  type DoneZone,
  type Language,
  type ReportedFinding,
} from './language';
import { zoneLabels } from './names';
import { APPENDED_SECRETS_FILE, PROGRESS_FILE, type OutputFolder, type SecretsFile } from './output-folder';
import { REPORT_FILE, reportText, zoneInWords, type Outcome, type Subject } from './report';

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
export async function adopt(wanted: 'all' | readonly string[], adoption: Adoption): Promise<Outcome> {
  const { service, folder, signal, again } = adoption;
  folder.write({
    path: '.gitignore',
    text: `${[...adoption.language.ignored, ...ALWAYS_IGNORED].join('\n')}\n`,
  });
  const secrets = folder.openSecrets(adoption.language.secretsFile);
  const found = await findZones(wanted, service, signal);
  const labels = labelsOf(found, adoption);
  const taken = new Set(labels.values());
  const unused = new Set<string>();
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
        const before = earlier.get(zone.id);
        const declared = declaredZone(content, labels.get(zone.id) ?? zone.id, taken, before?.imports);
        const written = writeZone(content, declared, secrets, adoption);
        for (const name of before?.variables ?? []) if (!written.variables.includes(name)) unused.add(name);
        done.set(zone.id, written);
        return [[], zoneInWords(written)];
      },
    });
    failures.push(...subjects.flat());
  } finally {
    secrets.save(unused);
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
const REFUSALS: readonly ServiceError['kind'][] = [
  'authorization',
  'not-found',
  'invalid',
  'conflict',
  'malformed-answer',
];

async function unlessRefused(read: Promise<ZoneContent>): Promise<ZoneContent | ServiceError> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ServiceError && REFUSALS.includes(error.kind)) return error;
    throw error;
  }
}

function writeZone(
  content: ZoneContent,
  declared: DeclaredZone,
  secretsFile: Pick<SecretsFile, 'add'>,
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

function reported({ message, hint }: ReportedFinding): ReportedFinding {
  return { message, hint };
}
