import { Token } from 'cdktf';
import { LogDestination, LogpushOwnershipChallenge } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synth } from './synth';

test('an ownership challenge is kept by the state as the destination of a job is', () => {
  const stack = zoneStack();
  const destination = LogDestination.azure({
    container: 'b',
    sasToken: Token.asString({ resolve: () => 'sig=x' }),
  });
  new LogpushOwnershipChallenge(stack, 'kept', { zoneId: ZONE, destination, destinationVersion: 2 });
  const kept = { zone_id: ZONE, destination_conf_wo: 'azure://b?sig=x', destination_conf_wo_version: 2 };
  expect(synth(stack)['resource']).toEqual({ zone_logpush_ownership_challenge: { kept } });
});
