import { DEFAULT_ZONE_ID, type DeliveredFile, type ZoneDocument } from '../../emulator';
import { beginAnew, declare, rest, service, useWorkspace, workspace } from './one-service';

export { calls, printed, refusal } from './one-service';
export { rest, service, workspace };

/** A resource `zone_logpush_job` as a configuration in JSON has it; without a zone, of the default one. */
export type JobBlock = Readonly<Record<string, unknown>>;

export type Job = NonNullable<ZoneDocument['logpush']['jobs']>[number];

/** For the tests of a file: one emulator and one root module; each test begins with nothing. */
export function useJobZone(): void {
  useWorkspace({}, { declare: () => jobs({}) });
  beforeEach(() => beginAnew('import.tf'));
}

/** Writes the configuration: jobs by their names, and further blocks. */
export function jobs(blocks: Readonly<Record<string, JobBlock>>, more: object = {}): void {
  const inZone = Object.entries(blocks).map(([name, block]) => [
    name,
    { zone_id: DEFAULT_ZONE_ID, ...block },
  ]);
  declare({ zone_logpush_job: Object.fromEntries(inZone) as Readonly<Record<string, JobBlock>> }, more);
}

/** Asks the engine to import; the ids by the names of the jobs. */
export function imports(ids: Readonly<Record<string, string>>): void {
  workspace.write('terraform.tfstate', '');
  workspace.write(
    'import.tf',
    Object.entries(ids)
      .map(([name, id]) => `import {\n  to = zone_logpush_job.${name}\n  id = "${id}"\n}\n`)
      .join('\n'),
  );
}

/** The jobs of a zone as the service holds them, in the order of their ids. */
export function held(zoneId: string = DEFAULT_ZONE_ID): readonly Job[] {
  return service.emulator.control.zone(zoneId).logpush.jobs ?? [];
}

export function heldAs(name: string): Job | undefined {
  return held().find((job) => job.name === name);
}

export function attributesOf(name: string): Promise<Readonly<Record<string, unknown>>> {
  return workspace.attributes(`zone_logpush_job.${name}`);
}

/** Applies, and then nothing is left to do. */
export async function settle(blocks: Readonly<Record<string, JobBlock>>, more?: object): Promise<void> {
  jobs(blocks, more);
  await workspace.applied();
  await rest();
}

/** Changes the zone's jobs behind the client's back. */
export function editJobs(edit: (jobs: readonly Job[]) => readonly Job[]): void {
  service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    zone.logpush.jobs = edit((zone.logpush.jobs ?? []) as readonly Job[]) as typeof zone.logpush.jobs;
  });
}

/** Changes a job behind the client's back. */
export function byHand(name: string, change: object): void {
  editJobs((all) => all.map((job) => (job.name === name ? { ...job, ...change } : job)));
}

/** The token that proves ownership of a destination, read from the file that the service put there. */
export async function token(destination_conf: string): Promise<string> {
  const { baseUrl, credentials, control } = service.emulator;
  const answer = await fetch(`${baseUrl}/zones/${DEFAULT_ZONE_ID}/logpush/ownership`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ destination_conf }),
  });
  const { result } = (await answer.json()) as { readonly result: { readonly filename: string } };
  const isIt = ({ name }: DeliveredFile): boolean => result.filename.endsWith(name);
  const file = control.destinations.files().find(isIt);
  if (!file) throw new Error(`no file ${result.filename}`);
  return file.text;
}
