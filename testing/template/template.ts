import { nearest, OBJECT_SCHEMAS } from '../../schema';
import type { SynthesizableStack } from '../stacks/app-of-stacks';
import { synthesized, type SynthesizedDocument } from '../stacks/synthesized';
import { Matcher, testLike, shown, type Mismatch } from './match';

/** A type of resources: its name in Terraform, or the class of a construct, such as `LogpushJob`. */
export type TerraformType = string | { readonly tfResourceType: string };

type Members = Readonly<Record<string, unknown>>;

/** Blocks of a document, by address or name. */
export type FoundBlocks = Readonly<Record<string, Members>>;

/**
 * Assertions about what a stack synthesizes to, like the `Template` of aws-cdk-lib/assertions. Expected members match
 * like `Match.objectLike`, so additional ones are allowed, and are named as in Terraform (`zone_id`) or as in
 * TypeScript (`zoneId`).
 *
 * @example
 * const template = Template.fromStack(stack);
 * template.resourceCountIs(LogpushJob, 1);
 * template.hasResource('zone_log_custom_fields', { cookies: Match.arrayWith(['session_id']) });
 */
export class Template {
  /** The document of a stack. @throws Error whatever the synthesis of the stack throws */
  static fromStack(stack: SynthesizableStack): Template {
    return new Template(synthesized(stack));
  }

  /** A document in Terraform's JSON syntax. */
  static fromJSON(document: SynthesizedDocument): Template {
    return new Template(document);
  }

  /** The same as text, as `Testing.synth` of cdktf returns it. */
  static fromString(document: string): Template {
    return new Template(JSON.parse(document) as SynthesizedDocument);
  }

  private constructor(private readonly document: SynthesizedDocument) {}

  /** The document without what varies by release; see {@link synthesized}. */
  toJSON(): SynthesizedDocument {
    return this.document;
  }

  /** There are exactly `count` resources of the type. */
  resourceCountIs(type: TerraformType, count: number): void {
    this.countIs(this.blocks('resource', type), `resources of type ${typeName(type)}`, count);
  }

  /** There are exactly `count` resources of the type with these members. */
  resourcePropertiesCountIs(type: TerraformType, props: unknown, count: number): void {
    const what = `resources of type ${typeName(type)} with ${shown(props)}`;
    this.countIs(this.findResources(type, props), what, count);
  }

  /** There is a resource of the type with these members. */
  hasResource(type: TerraformType, props: unknown = {}): void {
    has(this.blocks('resource', type), `resource of type ${typeName(type)}`, props);
  }

  /** The same as {@link hasResource}: in Terraform a resource has only its properties. */
  hasResourceProperties(type: TerraformType, props: unknown): void {
    this.hasResource(type, props);
  }

  /** The resources of the type with these members, by address. */
  findResources(type: TerraformType, props: unknown = {}): FoundBlocks {
    return matching(this.blocks('resource', type), props);
  }

  /** Each resource of the type has these members. */
  allResources(type: TerraformType, props: unknown): void {
    const others = Object.entries(this.blocks('resource', type)).flatMap(([address, block]) => {
      const mismatches = compare(props, block);
      return mismatches.length === 0 ? [] : [`${address}\n${lines(mismatches)}`];
    });
    if (others.length > 0)
      throw new Error(`Not every resource of type ${typeName(type)} is as expected:\n${others.join('\n')}`);
  }

  /** There is a data source of the type with these members. */
  hasDataSource(type: TerraformType, props: unknown = {}): void {
    has(this.blocks('data', type), `data source of type ${typeName(type)}`, props);
  }

  /** The data sources of the type with these members, by address without `data.`. */
  findDataSources(type: TerraformType, props: unknown = {}): FoundBlocks {
    return matching(this.blocks('data', type), props);
  }

  /** There is a configuration of the provider with these members. */
  hasProvider(type: TerraformType, props: unknown = {}): void {
    const blocks: unknown = asMembers(this.document['provider'])[typeName(type)] ?? [];
    const all = (Array.isArray(blocks) ? blocks : [blocks]) as readonly Members[];
    has(
      Object.fromEntries(all.map((block, index) => [String(index), block])),
      `provider ${typeName(type)}`,
      props,
    );
  }

  /** There is an output with this name and these members. @param name `*` means any */
  hasOutput(name: string, props: unknown = {}): void {
    has(this.findOutputs(name), `output ${name}`, props);
  }

  /** The outputs with this name and these members, by name. @param name `*` means any */
  findOutputs(name: string, props: unknown = {}): FoundBlocks {
    return matching(named(asMembers(this.document['output']), name), props);
  }

  /** There is a variable with this name and these members. @param name `*` means any */
  hasVariable(name: string, props: unknown = {}): void {
    has(named(asMembers(this.document['variable']), name), `variable ${name}`, props);
  }

  /** The document as a whole has these members. */
  templateMatches(expected: unknown): void {
    const mismatches = testLike(expected, this.document, '');
    if (mismatches.length > 0)
      throw new Error(`The document is not as expected:\n${lines(mismatches)}\n${show(this.document)}`);
  }

  private blocks(kind: 'resource' | 'data', type: TerraformType): FoundBlocks {
    const ofType = asMembers(asMembers(this.document[kind])[typeName(type)]);
    return Object.fromEntries(
      Object.entries(ofType).map(([name, block]) => [`${typeName(type)}.${name}`, block as Members]),
    );
  }

  private countIs(found: FoundBlocks, what: string, count: number): void {
    const addresses = Object.keys(found);
    if (addresses.length === count) return;
    const which = addresses.length === 0 ? '' : `: ${addresses.join(', ')}`;
    throw new Error(`Expected ${count} ${what}, found ${addresses.length}${which}`);
  }
}

function has(blocks: FoundBlocks, what: string, props: unknown): void {
  const compared = Object.entries(blocks).map(([address, block]) => ({
    address,
    block,
    mismatches: compare(props, block),
  }));
  if (compared.some(({ mismatches }) => mismatches.length === 0)) return;
  const [closest] = [...compared].sort((a, b) => a.mismatches.length - b.mismatches.length);
  if (!closest) throw new Error(`The stack has no ${what}`);
  throw new Error(
    `The stack has ${compared.length} × ${what}, but none is as expected. The closest is ${closest.address}:\n` +
      `${lines(closest.mismatches)}\n${show(closest.block)}`,
  );
}

function matching(blocks: FoundBlocks, props: unknown): FoundBlocks {
  return Object.fromEntries(Object.entries(blocks).filter(([, block]) => compare(props, block).length === 0));
}

/** Compares a block with what is expected, in Terraform's spelling. */
function compare(props: unknown, block: Members): readonly Mismatch[] {
  const isPlain = typeof props === 'object' && props !== null && !(props instanceof Matcher);
  return testLike(isPlain && !Array.isArray(props) ? inSnakeCase(props as Members, block) : props, block, '');
}

/** Members in Terraform's spelling, unless the block has them as written. */
function inSnakeCase(props: Members, block: Members): Members {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      const spelled = name in block ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const isPlain =
        typeof value === 'object' && value !== null && !Array.isArray(value) && isLiteral(value);
      return [spelled, isPlain ? inSnakeCase(value as Members, asMembers(block[spelled])) : value];
    }),
  );
}

function isLiteral(value: object): boolean {
  return !(value instanceof Matcher) && !('asymmetricMatch' in value);
}

function named(blocks: Members, name: string): FoundBlocks {
  return Object.fromEntries(
    Object.entries(blocks).filter(([key]) => name === '*' || key === name),
  ) as FoundBlocks;
}

/** @throws Error for a type that this provider does not have: it would never be found, and a count of 0 would pass */
function typeName(type: TerraformType): string {
  if (typeof type !== 'string') return type.tfResourceType;
  const known = OBJECT_SCHEMAS.map((schema) => schema.type);
  if (!type.startsWith('zone_') || known.includes(type)) return type;
  const meant = nearest(type, known);
  throw new Error(`There is no type ${type}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
}

function asMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function lines(mismatches: readonly Mismatch[]): string {
  return mismatches.map(({ path, message }) => `  ✗ ${path === '' ? '/' : path}: ${message}`).join('\n');
}

function show(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
