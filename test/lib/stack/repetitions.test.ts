import { TerraformCount, TerraformIterator } from 'cdktf';
import { LogCustomFields, ManagedRulesMigration, MigrationGate } from '../../../lib';
import { withProvider } from '../app-of-stacks';
import { OTHER_ZONE, ZONE } from '../logpush-stack';
import { cookies, wrongCompositions, type Row } from './wrong-compositions';

const iterator = (): ReturnType<typeof TerraformIterator.fromList> =>
  TerraformIterator.fromList([ZONE, OTHER_ZONE]);

const repetitions: readonly Row[] = [
  [
    'the zone of an iterator, and no forEach',
    (app) => void new LogCustomFields(withProvider(app), 'fields', { zoneId: iterator().value, cookies }),
    '[logs/fields] zoneId: The zone is each.value, but this construct is not repeated. Pass the ' +
      'iterator that it ' +
      'comes from as forEach, or its count.',
  ],
  [
    'a count for one zone',
    (app) =>
      void new LogCustomFields(withProvider(app), 'fields', {
        zoneId: ZONE,
        cookies,
        count: TerraformCount.of(2),
      }),
    `[logs/fields] zoneId: The custom log fields of zone ${ZONE} would be declared 2 times, ` +
      'because count is 2. A zone has one. Remove count, or take the zone from an iterator passed as forEach.',
  ],
  [
    'a migration for each zone behind one gate',
    (app) => {
      const stack = withProvider(app, 'waf');
      const gate = new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
      new ManagedRulesMigration(stack, 'migration', { gate, forEach: iterator() });
    },
    '[waf/migration] gate: The migration is repeated with forEach or count, but the gate waf/gate is for one zone. ' +
      'Create a ManagedRulesMigration with its gate for each zone, in a loop of the program.',
  ],
];

wrongCompositions('repetitions', repetitions);
