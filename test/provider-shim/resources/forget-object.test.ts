import * as constructs from '../../../lib';
import { waysToForget } from '../../../provider-shim/resources/suggested-blocks';
import { synth } from '../../lib/synth';
import { zoneStack } from '../../lib/logpush-stack';

test.each(['zone_log_custom_fields', 'zone_logpush_job', 'zone_managed_rules_migration'])(
  'the TypeScript line to forget a %s names its class',
  (type) => {
    const line = /^ {2}(\w+)\.forget\(stack, '(.+)'\);$/m.exec(waysToForget(type));
    const construct = (constructs as Readonly<Record<string, unknown>>)[line?.[1] ?? ''];
    const stack = zoneStack();
    (construct as typeof constructs.LogpushJob).forget(stack, line?.[2] ?? '');
    expect(synth(stack)['removed']).toEqual([{ from: `${type}.NAME`, lifecycle: { destroy: false } }]);
  },
);
