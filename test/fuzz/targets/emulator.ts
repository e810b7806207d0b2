import { createEmulator, SeedError } from '../../../emulator';
import { parseDestination } from '../../../emulator/destinations/destination';
import { snapshots } from '../recorded';
import type { Target } from '../target';
import { promised, textSeeds } from '../target';

const SEED_IN_YAML = `
zones:
  - name: example.com
    plan: enterprise
    rulesets:
      - phase: http_log_custom_fields
        rules: &rules
          - action: log_custom_field
            expression: "true"
            action_parameters: { cookie_fields: [{ name: Sid }] }
  - name: example.net
    plan: professional
options: { finish_seconds: 60 }
clock: 2025-01-01T00:00:00Z
`;

interface Zones {
  readonly zones: readonly object[];
}

/** A snapshot with one of its zones alone, so that an input takes as long as a seed of a test. */
function small(snapshot: string): readonly string[] {
  const document = JSON.parse(snapshot) as Zones;
  return document.zones
    .slice(0, 2)
    .map((zone) => JSON.stringify({ ...document, zones: [zone] }))
    .filter((text) => text.length < 2500);
}

export const EMULATOR_TARGETS: readonly Target[] = [
  {
    name: 'seed',
    decoder: 'emulator/seed/seed-text.ts, emulator/seed/load-seed.ts',
    from: 'seed files and snapshots of the emulator',
    seeds: () => textSeeds([SEED_IN_YAML, ...snapshots().flatMap(small)]),
    words: [
      ...'&a *a NaN .inf'.split(' '),
      '<<: *rules',
      '- ',
      ': ',
      '!!binary ',
      '|\n',
      '? ',
      '"__proto__": {},',
      '\t',
    ],
    nesting: [
      ['[', ']'],
      ['{"a":', '}'],
      ['- ', '\n'],
      ['a:\n ', ''],
    ],
    // The parser of YAML takes a hundred times as long for a byte as others do.
    largest: 4096,
    decode: (input) => {
      const { control } = createEmulator({ seed: input.toString('utf8') });
      const before = JSON.stringify(control.snapshot());
      control.restore(control.snapshot());
      promised(JSON.stringify(control.snapshot()) === before, 'comes back as another service');
    },
    refusals: [SeedError],
  },
  {
    name: 'emulator-destination',
    decoder: 'emulator/destinations/destination.ts',
    from: 'whoever sends the emulator a job',
    seeds: () =>
      textSeeds([
        's3://logs/http/{DATE}?region=us-east-1',
        'http://127.0.0.1:80/collect?header_Authorization=a',
        'https://user:pass@logs.example.com/a?header_B=c',
      ]),
    words: ['://', '/', '?', '&', '=', '@', 'header_', '%'],
    decode: (input) => parseDestination(input.toString('utf8')),
  },
];
