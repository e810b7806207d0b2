import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  DEFAULT_EMAIL,
  DEFAULT_TOKEN,
  startEmulator,
  type RunningEmulator,
  type SeedToken,
  type SeedZone,
  type StartOptions,
} from '../../emulator';
import { Platform } from './ci/platform';
import type { Env } from './ci/workflow';
import { type Installation } from './installed-packages';
import { startStateServer, type StateServer } from './state-server';
import { UserRepository, type PullRequest } from './user-repository';

/** Everything around a repository: the CI platform, the service, and the server with the states. */
export interface PipelineWorld {
  readonly platform: Platform;
  readonly repository: UserRepository;
  readonly emulator: RunningEmulator;
  readonly states: StateServer;
  /** Begins the repository with the example. */
  readonly addExample: (zones: readonly string[]) => void;
  /** Names and numbers of the zone's log push jobs. */
  readonly jobsOf: (zone: string) => readonly string[];
  /** How many requests have changed something at the service. */
  readonly writes: () => number;
  /** The comments of a pull request. */
  readonly comments: (pull: PullRequest) => readonly string[];
  stop(): Promise<void>;
}

/** The id of the zone with this name: 32 hexadecimal digits that follow from the name. */
export function zoneId(name: string): string {
  return createHash('md5').update(name).digest('hex');
}

/** A line of `zones.csv`. */
export function zoneLine(name: string, stack: string, logs = '', migration = ''): string {
  const finish = migration === 'finished' ? zoneId(name) : '';
  return [zoneId(name), name, stack, logs, migration, finish].join(',');
}

/** The tokens of the environments: planning changes nothing, but the service wants the permission to edit jobs even for reads. */
const TOKENS = {
  'zones-plan': {
    token: 'planning-token-0123456789abcdefghijklmnopqrst',
    permissions: ['zone:read', 'rulesets:read', 'waf:read', 'logpush:edit'],
    user: DEFAULT_EMAIL,
  },
  'zones-apply': { token: DEFAULT_TOKEN, user: DEFAULT_EMAIL },
} as const satisfies Record<string, SeedToken>;

export async function startWorld(
  install: (folder: string) => Installation | Promise<Installation>,
  zones: readonly SeedZone[],
  {
    service = {},
    machine = {},
    vars = {},
  }: { readonly service?: StartOptions; readonly machine?: Env; readonly vars?: Env } = {},
): Promise<PipelineWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-installed-'));
  const installation = await install(folder);
  const emulator = await startEmulator({
    ...service,
    seed: { zones, credentials: { tokens: Object.values(TOKENS) } },
  });
  const states = await startStateServer();
  const platform = await Platform.start(
    {
      vars: { STATE_ADDRESS: states.address, STATE_USER: states.user, ...vars },
      secrets: Object.fromEntries(
        Object.entries(TOKENS).map(([environment, { token }]) => [
          environment,
          {
            PLAN_KEY: 'plan-key-0123456789abcdefghijklmnopqrstuvwxyz',
            STATE_PASSWORD: states.password,
            ZONEWRIGHT_API_TOKEN: token,
            STORE_KEY_ID: 'store-key-id-4711',
            STORE_KEY: 'store-key-secret-4711',
          },
        ]),
      ),
    },
    {
      programs: [installation.programs, join(__dirname, 'ci', 'programs')].filter(Boolean).join(delimiter),
      machine: {
        ZONEWRIGHT_BASE_URL: emulator.baseUrl,
        CHECKPOINT_DISABLE: '1',
        NO_COLOR: '1',
        ...installation.machine,
        ...machine,
      },
    },
  );
  const repository = new UserRepository(platform);
  return {
    ...{ platform, repository, emulator, states },
    addExample: (lines) => repository.addExample(lines, installation.files),
    jobsOf: (zone) =>
      (emulator.control.zone(zoneId(zone)).logpush?.jobs ?? []).map(({ name }) => String(name)).sort(),
    writes: () =>
      emulator.control.journal().filter(({ method, status }) => method !== 'GET' && status === 200).length,
    comments: ({ number }) => (platform.notes.get(number) ?? []).map(({ body }) => body),
    stop: async () => {
      platform.stop();
      await states.close();
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The outputs of all steps of a job that ran, for a message. */
export function outputOf(
  jobs: readonly { readonly steps: readonly { readonly output: string }[] }[] = [],
): string {
  return jobs.flatMap(({ steps }) => steps.map(({ output }) => output)).join('\n');
}
