import type { Place } from './render';
import { destinationOf, TYPES, type Block, type Member } from './program';

/** Parts of a configuration in JSON. */
export interface Rendered {
  readonly locals: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly data?: Rendered['resource'];
}

/** Settings that go through a `terraform_data` in a block with values that are known later. */
const MAY_BE_LATER = ['description', 'cookies', 'enabled', 'filter', 'logpull_options', 'name'];

/** A `resource` block, and what it refers to. */
export function renderBlock(block: Block, place: Place): Rendered {
  const { label, kind, repeat, later, lifecycle, dependent } = block;
  const own = block.members.map((member) => ofMember(block, member, place));
  const values = repeat === 'none' ? (own[0] ?? {}) : throughLocal(block, own);
  const settings = { ...literal(block.settings), ...values };
  const laterNames = later === 0 ? [] : MAY_BE_LATER.filter((name) => name in settings);
  const given = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      laterNames.includes(name) ? `\${terraform_data.later_${label}${keyOf(repeat)}.output.${name}}` : value,
    ]),
  );
  const data = {
    ...(laterNames.length === 0
      ? {}
      : {
          [`later_${label}`]: {
            ...repetition(block),
            input: Object.fromEntries(laterNames.map((name) => [name, settings[name]])),
            triggers_replace: [later],
          },
        }),
    ...(lifecycle.trigger === undefined
      ? {}
      : { [`trigger_${label}`]: { triggers_replace: [lifecycle.trigger] } }),
    ...(dependent === 'none' ? {} : { [`dependent_${label}`]: dependentOf(block) }),
  };
  return {
    locals: repeat === 'none' ? {} : { [`of_${label}`]: repeat === 'count' ? own : byKey(block, own) },
    resource: {
      ...(Object.keys(data).length > 0 ? { terraform_data: data } : {}),
      [TYPES[kind]]: {
        [label]: {
          ...repetition(block),
          ...(block.aliased ? { provider: 'zone.other' } : {}),
          ...given,
          ...lifecycleOf(block),
        },
      },
    },
  };
}

/** What differs from instance to instance. */
function ofMember(
  { kind, settings, later, repeat, label }: Block,
  member: Member,
  { zoneIds }: Place,
): Record<string, unknown> {
  const zone_id = zoneIds[member.zone] ?? '';
  if (kind === 'migration')
    return {
      zone_id,
      ...(settings['target_state'] === 'finished' ? { acknowledge_irreversible: zone_id } : {}),
    };
  if (kind === 'fields' || kind === 'rules') return { zone_id };
  // A part of it alone goes through the terraform_data: what that holds is shown.
  const isLater = later > 0 && repeat === 'none';
  const destination = destinationOf(
    member,
    isLater ? `\${terraform_data.later_${label}.output.name}` : member.key,
  );
  return {
    zone_id,
    name: member.key,
    ...('destination_conf_wo_version' in settings
      ? { destination_conf_wo: destination, destination_conf_wo_version: member.revision + 1 }
      : { destination_conf: destination }),
  };
}

function throughLocal(
  { repeat, label }: Block,
  own: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const each = repeat === 'count' ? `local.of_${label}[count.index]` : 'each.value';
  return Object.fromEntries(Object.keys(own[0] ?? {}).map((name) => [name, `\${${each}.${name}}`]));
}

function byKey({ members }: Block, own: readonly object[]): object {
  return Object.fromEntries(members.map(({ key }, index) => [key, own[index]]));
}

function repetition({ repeat, label, members }: Block): object {
  switch (repeat) {
    case 'none':
      return {};
    case 'count':
      return { count: members.length };
    case 'for_each':
      return { for_each: `\${local.of_${label}}` };
  }
}

function keyOf(repeat: Block['repeat']): string {
  return { none: '', count: '[count.index]', for_each: '[each.key]' }[repeat];
}

function dependentOf(block: Block): object {
  const one = `${TYPES[block.kind]}.${block.label}${keyOf(block.repeat)}`;
  const value = { job: 'job_id', fields: 'ruleset_id', migration: 'migration_state', rules: 'ruleset_id' }[
    block.kind
  ];
  const command = block.dependent === 'fails' ? 'false' : 'true';
  return {
    ...repetition(block),
    input: `\${${one}.${value}}`,
    triggers_replace: [`\${${one}.${value}}`],
    provisioner: [{ 'local-exec': { command } }],
  };
}

function lifecycleOf({ lifecycle, label }: Block): object {
  const { ignore, createBeforeDestroy, preventDestroy, trigger, conditions } = lifecycle;
  const condition = conditions === 'fail' ? '${self.zone_id == ""}' : '${self.zone_id != ""}';
  const parts = {
    ...(ignore === undefined ? {} : { ignore_changes: ignore }),
    ...(createBeforeDestroy ? { create_before_destroy: true } : {}),
    ...(preventDestroy ? { prevent_destroy: true } : {}),
    ...(trigger === undefined ? {} : { replace_triggered_by: [`terraform_data.trigger_${label}`] }),
    ...(conditions === undefined
      ? {}
      : { postcondition: { condition, error_message: 'The condition is meant to fail.' } }),
  };
  return Object.keys(parts).length > 0 ? { lifecycle: parts } : {};
}

/** Strings of JSON configurations are templates: their markers are doubled to be taken as they are. */
function literal<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/([$%])(?=\{)/g, '$1$1') as T;
  if (Array.isArray(value)) return value.map(literal) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literal(member)])) as T;
}
