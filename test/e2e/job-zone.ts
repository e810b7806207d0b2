import { DEFAULT_ZONE_ID, type DeliveredFile, type ZoneDocument } from '../../emulator';
import {
  createWorkspace,
  startService,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';

export let service: TestService;
export let workspace: Workspace;

/** A resource `zone_logpush_job` as a configuration in JSON has it; without a zone, of the default one. */
export type JobBlock = Readonly<Record<string, unknown>>;

export type Job = NonNullable<ZoneDocument['logpush']['jobs']>[number];

/** For the tests of a file: one emulator and one root module. @param fresh whether each test begins with nothing */
export function useJobZone({
  fresh = true,
  startedBy,
}: { readonly fresh?: boolean } & Pick<WorkspaceOptions, 'startedBy'>): void {
  beforeAll(async () => {
    service = await startService();
    workspace = await createWorkspace({ env: service.env, startedBy });
    jobs({});
    await workspace.ready();
  });
  beforeEach(() => {
    if (fresh) beginAnew();
  });
}

/** A new zone, and an empty state. */
export function beginAnew(): void {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
  workspace.write('import.tf', '');
}

/** Writes the configuration: jobs by their names, and further blocks. */
export function jobs(blocks: Readonly<Record<string, JobBlock>>, more: object = {}): void {
  const resources = Object.entries(blocks).map(([name, block]) => [
    name,
    { zone_id: DEFAULT_ZONE_ID, ...block },
  ]);
  workspace.write(
    'main.tf.json',
    JSON.stringify(
      {
        terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
        provider: { zone: { max_requests_per_second: 1000 } },
        ...(resources.length === 0
          ? {}
          : { resource: { zone_logpush_job: Object.fromEntries(resources) as object } }),
        ...more,
        // The engine quotes the line that an error is about.
      },
      null,
      2,
    ),
  );
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

export async function rest(): Promise<void> {
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
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

/** The requests so far, without the zone's address. */
export function calls(): readonly string[] {
  return service.emulator.control
    .journal()
    .map(({ method, path }) => `${method} ${path.replace(/.*\/zones\/[0-9a-f]+/, '')}`);
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

/** What the engine prints, without the frame and the line breaks that it puts into a text. */
export function printed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}\n${stderr}`.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ');
}
