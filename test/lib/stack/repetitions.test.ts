import { TerraformCount, TerraformIterator } from 'cdktf';
import { LogCustomFields } from '../../../lib';
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
];

wrongCompositions('repetitions', repetitions);
