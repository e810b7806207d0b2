import { TerraformOutput, TerraformVariable } from 'cdktf';
import {
  DataManagedRulesCompatibility,
  DataManagedRulesConfiguration,
  DataManagedRulesStatus,
} from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

test('each managed-rules data source takes a zone, and has references to its attributes', () => {
  const stack = zoneStack();
  const compatibility = new DataManagedRulesCompatibility(stack, 'check', { zoneId: ZONE });
  const configuration = new DataManagedRulesConfiguration(stack, 'generated', { zoneId: ZONE });
  const status = new DataManagedRulesStatus(stack, 'status', { zoneId: ZONE });
  const read = {
    compatible: compatibility.compatible,
    state: compatibility.migrationState,
    obstacle: compatibility.obstacles.get(0).description,
    available: configuration.available,
    because: configuration.unavailableBecause,
    name: configuration.configurationName,
    rule: configuration.rules.get(1).actionParameters,
    stands: status.migrationState,
    reported: status.reportedState,
    old: status.oldWafStatus,
    new: status.newWafStatus,
    source: status.source,
    created: status.created,
  };
  for (const [id, value] of Object.entries(read)) new TerraformOutput(stack, id, { value });
  const { data, output } = synth(stack);
  expect(data).toEqual({
    zone_managed_rules_compatibility: { check: { zone_id: ZONE } },
    zone_managed_rules_configuration: { generated: { zone_id: ZONE } },
    zone_managed_rules_status: { status: { zone_id: ZONE } },
  });
  const [check, generated, now] = [
    'data.zone_managed_rules_compatibility.check',
    'data.zone_managed_rules_configuration.generated',
    'data.zone_managed_rules_status.status',
  ];
  expect(output).toEqual({
    compatible: { value: `\${${check}.compatible}` },
    state: { value: `\${${check}.migration_state}` },
    obstacle: { value: `\${${check}.obstacles[0].description}` },
    available: { value: `\${${generated}.available}` },
    because: { value: `\${${generated}.unavailable_because}` },
    name: { value: `\${${generated}.name}` },
    rule: { value: `\${${generated}.rules[1].action_parameters}` },
    stands: { value: `\${${now}.migration_state}` },
    reported: { value: `\${${now}.reported_state}` },
    old: { value: `\${${now}.old_waf_status}` },
    new: { value: `\${${now}.new_waf_status}` },
    source: { value: `\${${now}.source}` },
    created: { value: `\${${now}.created}` },
  });
});

const KINDS = [DataManagedRulesCompatibility, DataManagedRulesConfiguration, DataManagedRulesStatus] as const;

describe.each(KINDS.map((Kind) => [Kind.name, Kind] as const))('%s', (_, Kind) => {
  test('checks the zone at synth, but not a token', () => {
    const stack = zoneStack();
    new Kind(stack, 'a', { zoneId: 'example.com' });
    new Kind(stack, 'b', { zoneId: undefined as never });
    new Kind(stack, 'c', { zoneId: new TerraformVariable(stack, 'zone_id', {}).stringValue });
    expect(validationErrors(stack)).toEqual([
      '[stack/a] zoneId: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal ' +
        `digits, e.g. "${ZONE}". ` +
        "It is not the zone's name. Look it up in the zone's overview.",
      '[stack/b] zoneId: A value is required here. Give one. A value from the environment is ' +
        'undefined when its variable is not set.',
    ]);
  });
});
