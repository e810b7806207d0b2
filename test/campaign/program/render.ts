import { destinationOf, TYPES, type Block, type Member, type Program } from './program';

/** The root module as JSON, over several lines, since the engine quotes the line that an error is about. */
export function renderProgram({ blocks, moved, removed }: Program, zoneIds: readonly string[]): string {
  const parts = blocks.map((block) => renderBlock(block, zoneIds));
  const root = {
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    provider: { zone: { max_requests_per_second: 1000, max_retries: 2 } },
    ...section('locals', Object.assign({}, ...parts.map(({ locals }) => locals)) as object),
    ...section('resource', byType(parts)),
    ...section('moved', moved),
    ...section(
      'removed',
      removed.map((from) => ({ from, lifecycle: { destroy: false } })),
    ),
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}

function section(name: string, content: object): object {
  return Object.keys(content).length === 0 ? {} : { [name]: content };
}

function byType(parts: readonly Rendered[]): Rendered['resource'] {
  const all: Record<string, Record<string, unknown>> = {};
  for (const { resource } of parts)
    for (const [type, named] of Object.entries(resource)) Object.assign((all[type] ??= {}), named);
  return all;
}

/** Parts of a configuration in JSON. */
interface Rendered {
  readonly locals: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Settings that go through a `terraform_data` in a block with values that are known later. */
const MAY_BE_LATER = ['description', 'cookies', 'enabled', 'filter', 'logpull_options', 'name'];

/** A `resource` block, and what it refers to. */
function renderBlock(block: Block, zoneIds: readonly string[]): Rendered {
  const { label, kind, repeat, later, dependent } = block;
  const own = block.members.map((member) => ofMember(block, member, zoneIds[member.zone] ?? ''));
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
    ...(laterNames.length > 0 && {
      [`later_${label}`]: {
        ...repetition(block),
        input: Object.fromEntries(laterNames.map((name) => [name, settings[name]])),
        triggers_replace: [later],
      },
    }),
    ...(dependent !== 'none' && { [`dependent_${label}`]: dependentOf(block) }),
  };
  return {
    locals: repeat === 'none' ? {} : { [`of_${label}`]: repeat === 'count' ? own : byKey(block, own) },
    resource: {
      ...section('terraform_data', data),
      [TYPES[kind]]: { [label]: { ...repetition(block), ...given, ...lifecycleOf(block) } },
    },
  };
}

/** What differs from instance to instance. */
function ofMember(
  { kind, settings, later, repeat, label }: Block,
  member: Member,
  zone_id: string,
): Record<string, unknown> {
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

function lifecycleOf({ lifecycle: { ignore, createBeforeDestroy } }: Block): object {
  return section('lifecycle', {
    ...(ignore !== undefined && { ignore_changes: ignore }),
    ...(createBeforeDestroy && { create_before_destroy: true }),
  });
}

/** Strings of JSON configurations are templates: their markers are doubled to be taken as they are. */
function literal<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/([$%])(?=\{)/g, '$1$1') as T;
  if (Array.isArray(value)) return value.map(literal) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literal(member)])) as T;
}
