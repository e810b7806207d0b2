import { TerraformIterator, Testing } from 'cdktf';
import { LogpushDelivery, LogpushDestinationCheck, LogpushJob, ZoneProvider } from '../../lib';
import { OPEN, ZONE, zoneStack } from './logpush-stack';
import { synthPart, validationErrors } from './synth';

/** A stack whose jobs invoke both actions, asked for twice, as by an Aspect. */
function stackOfActions(): ReturnType<typeof zoneStack> {
  const [stack, forEach, zoneId] = [zoneStack(), TerraformIterator.fromList(['a', 'b']), ZONE];
  const job = new LogpushJob(stack, 'job', { zoneId, destination: OPEN, forEach, name: forEach.value });
  const check = new LogpushDestinationCheck(stack, 'check', { zoneId, destinationConf: OPEN.conf });
  const provider = new ZoneProvider(stack, 'other', { alias: 'other' });
  const delivery = new LogpushDelivery(stack, 'delivery', { zoneId, jobId: 1, forEach, provider });
  for (const _time of [1, 2]) {
    job.addActionTrigger({ events: ['before_create', 'before_update'], actions: [check] });
    for (const actions of [[check, delivery], [delivery]])
      job.addActionTrigger({ events: ['after_create'], actions, condition: false });
  }
  job.addActionTrigger({ events: ['after_create'], actions: [delivery], condition: true });
  check.addOverride('config.timeout', '2m');
  job.node.addDependency(check);
  return stack;
}

test('actions and what triggers them are written in JSON, the only output that has them', () => {
  const check = 'action.zone_logpush_destination_check.check';
  const delivery = 'action.zone_logpush_delivery.delivery[each.key]';
  const for_each = '${toset(["a", "b"])}';
  const stack = stackOfActions();
  expect(synthPart(stack, 'action')).toEqual({
    zone_logpush_destination_check: {
      check: { config: { zone_id: ZONE, destination_conf: OPEN.conf, timeout: '2m' } },
    },
    zone_logpush_delivery: {
      delivery: { provider: 'zone.other', for_each, config: { zone_id: ZONE, job_id: 1 } },
    },
  });
  const triggers = [
    { events: ['before_create', 'before_update'], actions: [check] },
    { events: ['after_create'], actions: [check, delivery], condition: false },
    ...[false, true].map((condition) => ({ events: ['after_create'], actions: [delivery], condition })),
  ];
  const name = '${each.value}';
  const job = { zone_id: ZONE, enabled: true, destination_conf: OPEN.conf, name, for_each };
  expect(synthPart(stack, 'resource')).toEqual({
    zone_logpush_job: { job: { ...job, lifecycle: { action_trigger: triggers } } },
  });
  expect(() => Testing.synthHcl(stack)).toThrow('HCL output cannot express an action.');
  const { fqn } = new LogpushDelivery(stack, 'twice', { zoneId: ZONE, jobId: 1, count: 2 });
  expect(fqn).toBe('action.zone_logpush_delivery.twice[count.index]');
});

const OLD = ['1.11.4', '= 1.13', '~> 1.11.0', '>= 1.9, < 1.14', '<=1.13.5', '< 1.14.0'];
const NEW = ['>= 1.9', '~> 1.11', '1.14.9', '~> 1.14.0', '< 1.14.2', '>= 1.14, < 2.0'];

test.each([...OLD, ...NEW])('an engine with actions is required, unless an override says %s', (version) => {
  const stack = stackOfActions();
  expect(synthPart(stack, 'terraform')).toMatchObject({ required_version: '>= 1.14.0' });
  stack.addOverride('terraform.required_version', version);
  const error = `[stack] The stack requires Terraform "${version}", but actions need 1.14 or newer. Set terraform.required_version to ">= 1.14", or remove the actions.`;
  expect(validationErrors(stack)).toEqual(OLD.includes(version) ? [error] : []);
});
