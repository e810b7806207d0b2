import { createEmulator, type SeedDocument } from '../../emulator';
import { isOurs, type PlanJson } from '../../cli/review/plan-json';
import { PLAN_SCENARIOS } from '../review/plan-scenarios';
import { recordedPlan } from '../review/recorded-plans';

interface Stored {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** As the engine keeps it: base64. */
  readonly private?: string;
}

const PLANS = ['every-change', 'migration-edits'];

/** Members of the private state that the resources keep, beside each other. */
const PRIVATE = JSON.stringify({
  mark: '34596661-5ad6-4140-9a28-14c0f054e110',
  destination: {
    salt: '69c9f5db329f1ef2c11c5972f8ec3f08',
    sent: '3a15'.repeat(16),
    answered: '3a15'.repeat(16),
  },
  generated_digest: `sha256:${'e4d4'.repeat(16)}`,
});

/** Objects of every resource, as the engine stores them. */
export function storedObjects(): readonly Stored[] {
  return PLANS.flatMap((name) => (recordedPlan(name).shown as unknown as PlanJson).resource_changes ?? [])
    .filter((change) => change.mode === 'managed' && isOurs(change))
    .flatMap(({ type, change: { before } }) =>
      before === null ? [] : [{ type, attributes: before as Stored['attributes'] }],
    )
    .map((stored, index) => ({
      ...stored,
      ...(index % 2 === 0 && { private: Buffer.from(PRIVATE).toString('base64') }),
    }));
}

const SERVICES: readonly SeedDocument[] = [
  ...Object.values(PLAN_SCENARIOS).map(({ seed }) => seed),
  {
    zones: [
      {
        id: '6b6ff8e056179b9323e6dd1a0e41c2af',
        name: 'jobs.example',
        logpush: {
          jobs: [{ id: 101, dataset: 'http_requests', destination_conf: 'https://logs.example/in' }],
        },
      },
    ],
  },
];

/** Services, as texts of seed files. */
export const snapshots = (): readonly string[] => SERVICES.map((seed) => JSON.stringify(seed));

/** Configurations, as texts. */
export const configurations = (): readonly string[] =>
  Object.values(PLAN_SCENARIOS).map(({ declared }) => JSON.stringify(declared));

/**
 * What the services answer, as text: the paths below each of their zones.
 *
 * @param paths such as `rulesets/phases/http_log_custom_fields/entrypoint`
 */
export async function answers(paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const snapshot of snapshots()) {
    const emulator = createEmulator({ seed: snapshot });
    const { token } = emulator.credentials();
    for (const { id } of emulator.control.zones())
      for (const path of paths) {
        const request = new Request(`http://127.0.0.1/client/v4/zones/${id}/${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        found.add(await (await emulator.handle(request)).text());
      }
  }
  return [...found];
}
