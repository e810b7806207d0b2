import fc from 'fast-check';
import { fieldsConfig, type FieldsConfig } from '../support/arbitraries';
import { type TestService } from '../support/workspace';
import { zoneIdOf } from './migrating-zones';

import { block, ignoredOf, NOTHING, numbered, type Block, type Ignored } from './ignored-blocks';

export const fieldZones = numbered('fields-', 15);

const FIELD_ATTRIBUTES = [
  'request_headers',
  'response_headers',
  'cookies',
  'description',
  'enabled',
  'on_existing',
];
const fieldsRound = fc.record({
  config: fieldsConfig,
  edit: fc.option(fc.uniqueArray(fc.constantFrom('a', 'B', 'c'), { minLength: 1 })),
  ignored: ignoredOf(FIELD_ATTRIBUTES),
});

type FieldsRound = typeof fieldsRound extends fc.Arbitrary<infer R> ? R : never;

export const fieldsRounds = fc.array(fieldsRound, {
  minLength: fieldZones.length,
  maxLength: fieldZones.length,
});

const LISTS = {
  request_headers: 'request_fields',
  response_headers: 'response_fields',
  cookies: 'cookie_fields',
};
const FIELDS_PHASE = 'http_log_custom_fields';

/** The custom fields of each zone from round to round. */
export class FieldsCourse {
  #expected: readonly Block[] = [];

  constructor(private readonly service: TestService) {}

  next(rounds: readonly FieldsRound[], index: number): Block {
    const declared = rounds.map(({ config, edit, ignored }, at) => {
      const zoneId = zoneIdOf(fieldZones[at] ?? '');
      if (index > 0 && edit !== null) {
        const cookie_fields = edit.map((name) => ({ name }));
        this.service.emulator.control.saveRuleset(zoneId, FIELDS_PHASE, {
          rules: [{ action: 'log_custom_field', expression: 'true', action_parameters: { cookie_fields } }],
        });
      }
      const wanted = fieldsOf(config);
      const mixed = index === 0 ? wanted : mixedOf(wanted, this.#held(zoneId), ignored);
      // A rule without any field is refused.
      return isEmpty(mixed) || index === 0
        ? { config, ignored: NOTHING, expected: wanted }
        : { config, ignored, expected: mixed };
    });
    this.#expected = declared.map(({ expected }) => expected);
    return Object.fromEntries(
      declared.map(({ config, ignored }, at) => [
        fieldZones[at],
        block({ zone_id: zoneIdOf(fieldZones[at] ?? ''), ...config }, ignored),
      ]),
    );
  }

  check(when: string): void {
    const seen = fieldZones.map((name) => this.#held(zoneIdOf(name)));
    expect({ when, fields: seen }).toEqual({ when, fields: this.#expected });
  }

  #held(zoneId: string): Block {
    const { rulesets } = this.service.emulator.control.zone(zoneId);
    const rule = rulesets.find(({ phase }) => phase === FIELDS_PHASE)?.rules?.[0] as Block | undefined;
    const parameters = (rule?.['action_parameters'] ?? {}) as Readonly<Record<string, { name: string }[]>>;
    return {
      ...Object.fromEntries(
        Object.entries(LISTS).map(([list, wire]) => [
          list,
          (parameters[wire] ?? []).map(({ name }) => name).sort(),
        ]),
      ),
      description: rule?.['description'] ?? '',
      enabled: rule?.['enabled'] ?? true,
    };
  }
}

function fieldsOf({
  request_headers = [],
  response_headers = [],
  cookies = [],
  ...more
}: FieldsConfig): Block {
  return {
    request_headers: [...request_headers].sort(),
    response_headers: [...response_headers].sort(),
    cookies: [...cookies].sort(),
    // The engine brings text into this form.
    description: (more.description ?? '').normalize('NFC'),
    enabled: more.enabled ?? true,
  };
}

function mixedOf(wanted: Block, there: Block, ignored: Ignored): Block {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      ignored.has('all') || ignored.has(name) ? there[name] : value,
    ]),
  );
}

function isEmpty(fields: Block): boolean {
  return Object.keys(LISTS).every((list) => (fields[list] as readonly string[]).length === 0);
}
