import { Aspects, TerraformIterator, TerraformResource, type TerraformStack, TerraformVariable } from 'cdktf';
import {
  LogCustomFields,
  LogpushJob,
  DataManagedRulesStatus,
  MigrationGate,
  OwnershipChallenge,
  ZoneProvider,
} from '../../../lib';
import { testApp, withProvider } from '../app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from '../logpush-stack';

import { block, cookies, dependenciesOf, documentOf, written } from './documents';

describe('custom fields of another stack', () => {
  test.each([
    ['declared before', ['fields', 'jobs']],
    ['declared after', ['jobs', 'fields']],
  ])('order their stack first, %s, without references between the two', (_, order) => {
    const app = testApp();
    const stacks = new Map(order.map((id) => [id, withProvider(app, id)]));
    const [fields, jobs] = [stacks.get('fields'), stacks.get('jobs')] as [TerraformStack, TerraformStack];
    const customFields = new LogCustomFields(fields, 'fields', { zoneId: ZONE, cookies });
    new LogpushJob(jobs, 'job', { customFields, destination: OPEN, fields: ['RayID'] });
    const document = written(app, 'jobs');
    expect(dependenciesOf(app, 'jobs')).toEqual(['fields']);
    expect(dependenciesOf(app, 'fields')).toEqual([]);
    expect(document['data']).toBeUndefined();
    const job = block(document, 'zone_logpush_job', 'job');
    expect(job).not.toHaveProperty('depends_on');
    expect(job).toMatchObject({ zone_id: ZONE, options: { fields: ['RayID', 'Cookies'] } });
    expect(documentOf(app, 'fields')['output']).toBeUndefined();
  });

  test('pass on the value of a zone that is a variable there', () => {
    const app = testApp();
    const [a, b] = [withProvider(app, 'a'), withProvider(app, 'b')];
    const zoneId = new TerraformVariable(a, 'zone_id', { type: 'string' }).stringValue;
    const customFields = new LogCustomFields(a, 'fields', { zoneId, cookies });
    new LogpushJob(b, 'job', { customFields, destination: OPEN });
    expect(block(written(app, 'b'), 'zone_logpush_job', 'job')['zone_id']).toBe(
      '${data.terraform_remote_state.cross-stack-reference-input-a.outputs.cross-stack-output-varzone_id}',
    );
    expect(dependenciesOf(app, 'b')).toEqual(['a']);
  });

  test.each<readonly [string, (stack: TerraformStack, other: LogCustomFields) => unknown]>([
    [
      'a data source',
      (stack, fields) => new DataManagedRulesStatus(stack, 'x', { zoneId: ZONE, dependsOn: [fields] }),
    ],
    [
      'an ephemeral resource',
      (stack, fields) =>
        new OwnershipChallenge(stack, 'x', { zoneId: ZONE, destination: 'gs://b', dependsOn: [fields] }),
    ],
    [
      'a gate',
      (stack, fields) =>
        new MigrationGate(stack, 'x', { zoneId: ZONE, targetState: 'validation', after: [fields] }),
    ],
  ])('are something that %s can wait for', (_, make) => {
    const app = testApp();
    const [a, b] = [withProvider(app, 'a'), withProvider(app, 'b')];
    make(b, new LogCustomFields(a, 'fields', { zoneId: ZONE, cookies }));
    expect(JSON.stringify(written(app, 'b'))).not.toMatch(/depends_on|remote_state/);
    expect(dependenciesOf(app, 'b')).toEqual(['a']);
  });
});

describe('a provider', () => {
  test('of the custom fields is also used by the job', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies, provider });
    const job = new LogpushJob(stack, 'job', { customFields, destination: OPEN });
    expect(block(written(app, 'logs'), 'zone_logpush_job', 'job')['provider']).toBe('zone.eu');
    expect(job.resource.provider).toBe(provider);
  });

  test('set on everything by an Aspect is accepted', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const eu = new ZoneProvider(stack, 'eu', { alias: 'eu' });
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies });
    new LogpushJob(stack, 'job', { customFields, destination: OPEN });
    Aspects.of(stack).add({
      visit: (node) => {
        if (TerraformResource.isTerraformResource(node)) node.provider = eu;
      },
    });
    const document = written(app, 'logs');
    expect(block(document, 'zone_log_custom_fields', 'fields')['provider']).toBe('zone.eu');
    expect(block(document, 'zone_logpush_job', 'job')['provider']).toBe('zone.eu');
  });
});

describe('a repetition', () => {
  const zones = (): ReturnType<typeof TerraformIterator.fromList> =>
    TerraformIterator.fromList([ZONE, OTHER_ZONE]);

  test('is shared by fields and job, even with two iterators over the same collection', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const [forEach, same] = [zones(), zones()];
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: forEach.value, cookies, forEach });
    new LogpushJob(stack, 'job', { customFields, destination: OPEN, forEach: same });
    expect(block(written(app, 'logs'), 'zone_logpush_job', 'job')).toMatchObject({
      for_each: `\${toset(["${ZONE}", "${OTHER_ZONE}"])}`,
      zone_id: '${each.value}',
      depends_on: ['zone_log_custom_fields.fields'],
    });
  });
});

test('long ids, and ids that differ only by "-" and "_", have distinct addresses', () => {
  const app = testApp();
  const stack = withProvider(app, 'logs');
  const ids = ['a-b', 'a_b', `x${'y'.repeat(300)}1`, `x${'y'.repeat(300)}2`];
  ids.forEach((id, index) => {
    new LogCustomFields(stack, id, { zoneId: String(index).padStart(32, '0'), cookies });
  });
  expect(Object.keys(written(app, 'logs')['resource']?.['zone_log_custom_fields'] ?? {})).toHaveLength(4);
});
