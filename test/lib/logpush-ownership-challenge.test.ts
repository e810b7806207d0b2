import { Token } from 'cdktf';
import { LogDestination, LogpushOwnershipChallenge } from '../../lib';
import { SECRET, ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

describe('an ownership challenge', () => {
  test('is kept by the state as the destination of a job is', () => {
    const stack = zoneStack();
    const signed = LogDestination.azure({
      container: 'b',
      sasToken: Token.asString({ resolve: () => 'sig=x' }),
    });
    new LogpushOwnershipChallenge(stack, 'kept', {
      zoneId: ZONE,
      destination: signed,
      destinationVersion: 2,
    });
    expect(synth(stack)['resource']).toEqual({
      zone_logpush_ownership_challenge: {
        kept: { zone_id: ZONE, destination_conf_wo: 'azure://b?sig=x', destination_conf_wo_version: 2 },
      },
    });
  });

  test('is checked at synth, and shows no secret', () => {
    const stack = zoneStack();
    new LogpushOwnershipChallenge(stack, 'a', { zoneId: 'x', destination: `nonsense ${SECRET}` });
    new LogpushOwnershipChallenge(stack, 'b', {
      zoneId: ZONE,
      destination: LogDestination.gcs({ bucket: 'a/b' }),
    });
    new LogpushOwnershipChallenge(stack, 'c', { zoneId: ZONE, destination: 's3://b' });
    expect(validationErrors(stack)).toEqual([
      `[stack/a] zoneId: "x" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
      '[stack/a] destination: The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. Its text is not shown here, because it may hold secrets. Character 9 of 28 is a blank: remove it, or percent-encode it. For example: s3://bucket/logs?region=us-east-1',
      '[stack/b] destination: bucket of LogDestination.gcs has a character that is not allowed there. Write it without "/", "?", "#", "@" and spaces: the scheme, the path and parameters are separate.',
      expect.stringContaining('[stack/c] destination: The s3 destination'),
    ]);
  });
});
