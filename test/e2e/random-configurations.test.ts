import fc from 'fast-check';
import type { SeedDocument } from '../../emulator';
import { fieldsConfig, type FieldsConfig } from '../support/arbitraries';
import { inLane } from '../support/lane';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

/** So many zones, each with a random configuration of its own, are planned and applied at once. */
const ZONES = inLane({ share: 30, whole: 100 });
const ROUNDS = inLane({ share: 2, whole: 3 });

const zoneIds = Array.from({ length: ZONES }, (_, index) => index.toString(16).padStart(32, 'a'));

/** What happens to one zone before a plan. */
type Step =
  | { readonly kind: 'configure'; readonly config: FieldsConfig }
  | { readonly kind: 'remove' }
  | { readonly kind: 'hand edit'; readonly cookies: readonly string[] }
  | { readonly kind: 'deleted by hand' }
  | { readonly kind: 'nothing' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fieldsConfig.map((config) => ({ kind: 'configure' as const, config })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.constantFrom('a', 'B', 'c'), { minLength: 1 })
      .map((cookies) => ({ kind: 'hand edit' as const, cookies })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deleted by hand' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'nothing' as const }) },
);

const first = fieldsConfig.map((config): Step => ({ kind: 'configure', config }));
const many = (one: fc.Arbitrary<Step>): fc.Arbitrary<readonly Step[]> =>
  fc.array(one, { minLength: ZONES, maxLength: ZONES });

/** The first round configures every zone; the later ones edit at random. */
const history = fc
  .tuple(many(first), fc.array(many(step), { minLength: ROUNDS - 1, maxLength: ROUNDS - 1 }))
  .map(([start, edits]) => [start, ...edits]);

describe('random configurations', () => {
  let service: TestService;
  let workspace: Workspace;

  beforeAll(async () => {
    const seed: SeedDocument = {
      zones: zoneIds.map((id, index) => ({ id, name: `zone-${index}.example` })),
    };
    service = await startService({ seed });
    workspace = await createWorkspace({
      env: { ...service.env, ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token },
      startedBy: 'workspace',
    });
    workspace.write('main.tf.json', root(new Map()));
    await workspace.ready();
  });

  test(`the plan after each apply is empty, over ${ZONES} zones and ${ROUNDS} rounds of editsand after imports`, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (rounds) => {
        const configs = new Map<string, FieldsConfig>();
        for (const steps of rounds) {
          steps.forEach((one, index) => take(one, zoneIds[index] ?? '', configs));
          workspace.write('main.tf.json', root(configs));
          await workspace.applied();
          expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
        }
        workspace.write('terraform.tfstate', '');
        workspace.write('import.tf', imports(configs));
        await workspace.applied();
        workspace.write('import.tf', '');
        expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });

  function take(one: Step, zoneId: string, configs: Map<string, FieldsConfig>): void {
    const { control } = service.emulator;
    switch (one.kind) {
      case 'configure':
        configs.set(zoneId, one.config);
        return;
      case 'remove':
        configs.delete(zoneId);
        return;
      case 'hand edit': {
        if (!configs.has(zoneId)) return;
        // In place, as a browser does. A rule that others put in its place is theirs, and stays when ours is removed.
        const cookie_fields = one.cookies.map((name) => ({ name }));
        control.editRuleset(zoneId, 'http_log_custom_fields', ({ rules: [rule] }) => {
          if (rule) rule.action_parameters = { cookie_fields };
        });
        return;
      }
      case 'deleted by hand':
        control.deleteRuleset(zoneId, 'http_log_custom_fields');
        return;
      case 'nothing':
        return;
    }
  }
});

function root(configs: ReadonlyMap<string, FieldsConfig>): string {
  const resources = [...configs].map(([zoneId, config]) => [
    `z${zoneId}`,
    {
      zone_id: zoneId,
      ...config,
      ...(config.description === undefined ? {} : { description: literal(config.description) }),
      ...lists(config),
    },
  ]);
  return JSON.stringify({
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    // The pace that the service asks of its users is not what is tested here.
    provider: { zone: { max_requests_per_second: 1000 } },
    ...(resources.length > 0 ? { resource: { zone_log_custom_fields: Object.fromEntries(resources) } } : {}),
  });
}

function lists(config: FieldsConfig): Partial<FieldsConfig> {
  const escaped = (['request_headers', 'response_headers', 'cookies'] as const).flatMap((list) =>
    config[list] === undefined ? [] : [[list, config[list].map(literal)]],
  );
  return Object.fromEntries(escaped);
}

/** Strings of JSON configurations are templates: their markers are doubled to be taken as they are. */
function literal(text: string): string {
  return text.replace(/\$(?=\{)/g, '$$$$').replace(/%(?=\{)/g, '%%');
}

function imports(configs: ReadonlyMap<string, FieldsConfig>): string {
  return [...configs.keys()]
    .map((id) => `import {\n  to = zone_log_custom_fields.z${id}\n  id = "${id}"\n}\n`)
    .join('\n');
}
