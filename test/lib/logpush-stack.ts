import type { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { LogDestination, ZoneProvider } from '../../lib';
import { synthPart, testStack } from './synth';

export const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
export const OTHER_ZONE = 'f'.repeat(32);

/** A secret that no message may show. */
export const SECRET = 'planted-secret-4711';

/** Without secrets and without need of a challenge to be told of. */
export const OPEN = LogDestination.of('gs://bucket/logs', { needsChallenge: false });

export const WITH_KEYS = LogDestination.r2({
  bucket: 'logs',
  path: 'http/{DATE}',
  accountId: 'a1',
  accessKeyId: 'k1',
  secretAccessKey: SECRET,
});

export function zoneStack(id?: string, app?: Parameters<typeof testStack>[1]): TerraformStack {
  const stack = testStack(id, app);
  new ZoneProvider(stack, 'zone');
  return stack;
}

/** The jobs of a stack as they are synthesized, after all validations. */
export const jobsOf = (stack: TerraformStack): unknown =>
  (synthPart(stack, 'resource') as Record<string, unknown>)['zone_logpush_job'];

/** The warnings of a construct, after validation. */
export function warningsOf(construct: IConstruct): readonly unknown[] {
  return construct.node.metadata
    .filter(({ type }) => type === '@cdktf/warn')
    .map(({ data }) => data as unknown);
}
