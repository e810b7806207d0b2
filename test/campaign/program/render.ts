import { renderBlock, type Rendered } from './render-block';
import type { Program } from './program';

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
