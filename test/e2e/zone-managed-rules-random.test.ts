import fc from 'fast-check';
import { describeEntryPoint, type EntryPointRule } from '../../schema';
import { inLane } from '../support/lane';
import { handMadeRules, rulesConfig, type RulesConfig } from '../support/managed-rules-arbitraries';
import { finishedZone, held, PHASE, service, useManagedZone, workspace } from './managed-zone';
import { zoneIdOf } from './migrating-zones';

/** So many zones, each with rules of its own, are planned and applied at once. */
const ZONES = inLane({ share: 6, whole: 80 });
const ROUNDS = inLane({ share: 1, whole: 5 });

const NAMES = Array.from({ length: ZONES }, (_, index) => `zone-${index}`);

useManagedZone(
  'workspace',
  NAMES.map((name) => finishedZone(name)),
);

const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.array(one, { minLength: ZONES, maxLength: ZONES });

test(`over ${ZONES} zones and in ${ROUNDS} turns of edits, hand-made and declared, the plan after each apply is empty, and after an import`, async () => {
  const round = fc.record({
    declared: many(rulesConfig),
    byHand: many(fc.option(handMadeRules, { freq: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS }),
      many(handMadeRules),
      async (rounds, found) => {
        for (const { declared, byHand } of rounds) {
          byHand.forEach((rules, index) => rules && save(index, rules));
          configure(declared.map((rules) => ({ ...rules, on_existing: 'adopt' })));
          await workspace.applied();
          expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
        }
        found.forEach((rules, index) => save(index, rules));
        const before = entryPoints();
        workspace.write('terraform.tfstate', '');
        const described = before.map((rules) => describeEntryPoint(rules));
        configure(described.map((rules) => (rules.order.length === 0 ? undefined : imported(rules))));
        workspace.write('more.tf', importsOf(described.map(({ order }) => order.length > 0)));
        const plan = await workspace.plan();
        expect(`${plan.stdout}${plan.stderr}`).toMatch(/0 to add, 0 to change, 0 to destroy/);
        await workspace.applied();
        expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
        expect(entryPoints()).toEqual(before);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
});

function save(index: number, rules: readonly object[]): void {
  service.emulator.control.saveRuleset(zoneIdOf(NAMES[index] ?? ''), PHASE, { rules });
}

function entryPoints(): readonly (readonly EntryPointRule[])[] {
  return NAMES.map((name) => (held(zoneIdOf(name))?.rules ?? []) as unknown as readonly EntryPointRule[]);
}

function imported({ deployments, exceptions, order }: ReturnType<typeof describeEntryPoint>): RulesConfig {
  return { deployments, exceptions, order };
}

function configure(zones: readonly (RulesConfig | undefined)[]): void {
  const resources = zones.flatMap((rules, index) =>
    rules ? [[NAMES[index], { zone_id: zoneIdOf(NAMES[index] ?? ''), ...rules }]] : [],
  );
  const root = {
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    resource: { zone_managed_rules: Object.fromEntries(resources) as object },
  };
  workspace.write('main.tf', '');
  workspace.write('main.tf.json', JSON.stringify(root));
}

function importsOf(isThere: readonly boolean[]): string {
  return NAMES.filter((_name, index) => isThere[index])
    .map((name) => `import {\n  to = zone_managed_rules.${name}\n  id = "${zoneIdOf(name)}"\n}\n`)
    .join('\n');
}
