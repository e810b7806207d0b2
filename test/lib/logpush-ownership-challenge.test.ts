import { DefaultTokenResolver, StringConcat, Testing, Token, Tokenization } from 'cdktf';
import { EphemeralLogpushOwnershipChallenge, LogDestination, LogpushOwnershipChallenge } from '../../lib';
import { SECRET, ZONE, zoneStack } from './logpush-stack';
import { synth, testStack, validationErrors } from './synth';

describe('an ownership challenge', () => {
  test('synthesizes to an ephemeral block under the id of the construct', () => {
    const stack = zoneStack();
    const challenge = new EphemeralLogpushOwnershipChallenge(stack, 'challenge', {
      zoneId: ZONE,
      destination: LogDestination.s3({ bucket: 'b', region: 'r' }),
      readFrom: '/mnt/b',
      readTimeout: 60,
    });
    expect(synth(stack)['ephemeral']).toEqual({
      zone_logpush_ownership_challenge: {
        challenge: {
          zone_id: ZONE,
          destination_conf: 's3://b?region=r',
          read_from: '/mnt/b',
          read_timeout: 60,
        },
      },
    });
    const { token, filename, fqn } = challenge;
    expect(
      Tokenization.resolve(
        { token, filename, fqn },
        { scope: stack, resolver: new DefaultTokenResolver(new StringConcat()) },
      ),
    ).toEqual({
      token: '${ephemeral.zone_logpush_ownership_challenge.challenge.token}',
      filename: '${ephemeral.zone_logpush_ownership_challenge.challenge.filename}',
      fqn: '${ephemeral.zone_logpush_ownership_challenge.challenge}',
    });
    expect(Testing.renderConstructTree(challenge)).toBe(
      ['challenge (EphemeralLogpushOwnershipChallenge)', '└── Default (ZoneEphemeral)', ''].join('\n'),
    );
  });

  test('is checked at synth, and shows no secret', () => {
    const stack = zoneStack();
    new EphemeralLogpushOwnershipChallenge(stack, 'a', {
      zoneId: 'x',
      destination: `nonsense ${SECRET}`,
      readTimeout: 0,
    });
    new EphemeralLogpushOwnershipChallenge(stack, 'b', {
      zoneId: ZONE,
      destination: LogDestination.gcs({ bucket: 'a/b' }),
    });
    expect(validationErrors(stack)).toEqual([
      `[stack/a] zoneId: "x" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
      '[stack/a] destination: The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. Its text is not shown here, because it may hold secrets. Character 9 of 28 is a blank: remove it, or percent-encode it. For example: s3://bucket/logs?region=us-east-1',
      '[stack/a] readTimeout: 0 is out of range. Allowed: 1 to 600.',
      '[stack/b] destination: bucket of LogDestination.gcs has a character that is not allowed there. Write it without "/", "?", "#", "@" and spaces: the scheme, the path and parameters are separate.',
    ]);
  });

  test('is kept by the state as the destination of a job is, and checked like it', () => {
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
    new LogpushOwnershipChallenge(stack, 'a', { zoneId: ZONE, destination: 's3://b' });
    expect(validationErrors(stack)).toEqual([
      expect.stringContaining('[stack/a] destination: The s3 destination'),
    ]);
  });

  test('is refused in HCL output, which cannot express it', () => {
    const stack = testStack();
    new EphemeralLogpushOwnershipChallenge(stack, 'challenge', { zoneId: ZONE, destination: 'gs://b' });
    expect(() => stack.toHclTerraform()).toThrow(
      '[stack/challenge/Default] HCL output cannot express an ephemeral resource. Remove "hclOutput" from the App: the JSON output can.',
    );
  });
});
