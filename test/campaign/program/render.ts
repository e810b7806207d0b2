import { destinationOf, TYPES, type Block, type Member, type Program } from './program';

/** What a program needs to know of the place that it is written to. */
export interface Place {
  /** The ids of the round's zones. */
  readonly zoneIds: readonly string[];
  readonly baseUrl: string;
}

/** The files of the root module, by their paths. */
export function renderProgram(program: Program, place: Place): Readonly<Record<string, string>> {
  const blocks = program.blocks.map((block) => ({ block, rendered: renderBlock(block, place) }));
  const inner = blocks.filter(({ block }) => block.inModule).map(({ rendered }) => rendered);
  const outer = blocks.filter(({ block }) => !block.inModule).map(({ rendered }) => rendered);
  const later = laterProvider(program);
  const isLater = later !== undefined;
  const configuration = {
    max_requests_per_second: 1000,
    max_retries: 2,
    ...(isLater ? { base_url: '${terraform_data.service.output}' } : {}),
  };
  const root = {
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    provider: { zone: [configuration, { ...configuration, alias: 'other' }] },
    ...merged([
      ...outer,
      ...(isLater ? [laterAddress(later, place)] : []),
      ...(program.readsToo ? [readings(place)] : []),
    ]),
    ...(inner.length === 0
      ? {}
      : {
          module: { inner: { source: './inner', providers: { zone: 'zone', 'zone.other': 'zone.other' } } },
        }),
    ...listed('moved', program.moved),
    ...listed(
      'removed',
      program.removed.map((from) => ({ from, lifecycle: { destroy: false } })),
    ),
    ...listed('import', program.imports),
  };
  const module = {
    terraform: {
      required_providers: {
        zone: { source: 'zonewright/zone', configuration_aliases: ['zone.other'] },
      },
    },
    ...merged(inner),
  };
  return { 'main.tf.json': text(root), 'inner/main.tf.json': text(module) };
}

/** Which `terraform_data` the provider's address comes out of; undefined when it is written out. */
export function laterProvider({ providerLater, readsToo, blocks }: Program): number | undefined {
  // A migration and data sources cannot be planned while the address is unknown: that is documented.
  const needsNow = readsToo || blocks.some(({ kind }) => kind === 'migration');
  return providerLater > 0 && !needsNow ? providerLater : undefined;
}

function laterAddress(epoch: number, { baseUrl }: Place): Rendered {
  return {
    locals: {},
    resource: { terraform_data: { service: { input: baseUrl, triggers_replace: [epoch] } } },
  };
}

/** Data sources, whose answers are in nobody's way. */
function readings({ zoneIds }: Place): Rendered {
  const zone_id = zoneIds[0] ?? '';
  return {
    locals: {},
    resource: {},
    data: {
      zone_rulesets: { all: { zone_id } },
      zone_managed_rules_status: { status: { zone_id } },
      zone_managed_rules_compatibility: { compatible: { zone_id } },
    },
  };
}

function merged(parts: readonly Rendered[]): object {
  const whole: Record<string, Record<string, Record<string, unknown>>> = {};
  const locals: Record<string, unknown> = {};
  for (const { locals: more, ...sections } of parts) {
    Object.assign(locals, more);
    for (const [section, types] of Object.entries(sections))
      for (const [type, named] of Object.entries(types as Record<string, object>))
        Object.assign(((whole[section] ??= {})[type] ??= {}), named);
  }
  const used = Object.entries(whole).filter(([, types]) => Object.keys(types).length > 0);
  return { ...(Object.keys(locals).length > 0 ? { locals } : {}), ...Object.fromEntries(used) };
}

function listed(name: string, blocks: readonly object[]): object {
  return blocks.length === 0 ? {} : { [name]: blocks };
}

/** Over several lines, since the engine quotes the line that an error is about. */
function text(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Parts of a configuration in JSON. */
interface Rendered {
  readonly locals: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly data?: Rendered['resource'];
}

/** Settings that go through a `terraform_data` in a block with values that are known later. */
const MAY_BE_LATER = ['description', 'cookies', 'enabled', 'filter', 'logpull_options', 'name'];

/** A `resource` block, and what it refers to. */
function renderBlock(block: Block, place: Place): Rendered {
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
