import {
  dependable,
  type IResolvable,
  type ITerraformIterator,
  Lazy,
  TerraformDataSource,
  TerraformElement,
  type TerraformProvider,
  TerraformResource,
  type TerraformResourceLifecycle,
  TerraformStack,
} from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { isKnown, type ObjectSchema, type Problem, oneProblem } from '../../schema';
import { AppError } from '../binding/app-error';
import { failOn } from '../binding/checks';
import { known } from '../binding/known';
import { isRepeated } from '../stack/repetition';
import { lifecycleProblems, writtenLifecycle, writtenProblems } from './resource-problems';
import { joinStack } from '../stack/members';
import { shownOf, type StackMember } from '../stack/stack-member';
import { refusedWhenWritten } from '../binding/misused';
import { attributeValues, type Named } from '../binding/attribute-values';
import { hclAttributes } from '../binding/hcl';
import { META_PROPS, type MetaArguments, metaArguments } from './meta';
import { unknownProps } from '../binding/prop-names';
import type { PropsOf } from '../binding/props';
import { AttributeReference, type ReferencesTo, referencesTo } from '../binding/references';

/** What the resource of a construct needs in order to leave the state. */
export interface ForgettableResource extends TerraformResource {
  forget(): void;
}

/** A resource of the provider, defined by its schema. The surrounding construct checks its values. */
export class ZoneResource<S extends ObjectSchema>
  extends TerraformResource
  implements ForgettableResource, StackMember
{
  /** References to the resource's attributes, e.g. `references.rulesetId`. */
  readonly references: ReferencesTo<S['attributes']>;

  private isForgotten = false;
  private imported: ImportTarget | undefined;
  private moved: string | undefined;

  /**
   * @param props called at synth, so that contributions until then count
   * @param given the props of the construct
   * @param own which of them are no attributes, see `OwnProps`
   */
  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    private readonly props: () => PropsOf<S>,
    private readonly given: MetaArguments,
    private readonly own: Readonly<Record<string, boolean>> = {},
  ) {
    super(scope, id, { terraformResourceType: schema.type, ...metaArguments(scope, given) });
    this.references = referencesTo<S['attributes']>(this, schema.attributes);
    this.dependsOn = joinStack(this, given.dependsOn);
  }

  /** A reference to an attribute: of a repeated construct, the list of the values of all instances. */
  override interpolationForAttribute(attribute: string): IResolvable {
    return new AttributeReference(this, this.address, attribute, this.schema.attributes);
  }

  get choosesProvider(): boolean {
    return !('provider' in this.rawOverrides);
  }

  /** Adds an `import` block. cdktf's own method starts the engine at synth, to check that it supports the block. */
  override importFrom(id: string, provider?: TerraformProvider): void {
    this.imported = { id, provider };
  }

  /** Keeps the address for the checks. */
  override moveFromId(id: string): void {
    super.moveFromId(id);
    this.moved = id;
  }

  /** The resource's address; empty for a forgotten object, so that no `depends_on` lists it. */
  override get fqn(): string {
    return this.isForgotten ? Lazy.stringValue({ produce: () => undefined }) : super.fqn;
  }

  /** Replaces the resource with a `removed` block. */
  forget(): void {
    this.isForgotten = true;
  }

  override get terraformMetaArguments(): Record<string, unknown> {
    const { dependsOn, lifecycle, ...others } = super.terraformMetaArguments as MetaArgumentsOfCdktf;
    const more = nodeDependencies(this).map(dependable);
    return {
      ...others,
      lifecycle: lifecycle && writtenLifecycle(lifecycle),
      dependsOn: more.length > 0 ? [...(dependsOn ?? []), ...more] : dependsOn,
    };
  }

  override toTerraform(): Record<string, unknown> {
    const { moved, ...declared } = super.toTerraform() as { readonly moved?: unknown };
    if (this.isForgotten) return { moved, removed: [removed(this.address)] };
    const imported = this.imported && importBlock(this.imported, this.address, this.forEach);
    return refusedWhenWritten(shownOf(this), { ...declared, moved, ...imported });
  }

  override toHclTerraform(): Record<string, unknown> {
    if (this.isForgotten) throw notInHcl(this.node.path, 'a removed block');
    if (this.imported && this.forEach) throw notInHcl(this.node.path, 'an import for each instance');
    const written = super.toHclTerraform() as Record<string, unknown>;
    return { ...written, ...(this.imported && importBlockInHcl(this.imported, this.address)) };
  }

  override toMetadata(): Record<string, unknown> {
    const written = super.toMetadata() as Record<string, unknown>;
    const imports = { [this.terraformResourceType]: [this.friendlyUniqueId] };
    return this.imported === undefined ? written : { ...written, imports };
  }

  /** What is wrong with what it is written as, beside the values: for the surrounding construct to report. */
  problems(): readonly Problem[] {
    const { moved, imported, schema, given, own } = this;
    return [
      ...unknownProps(schema.attributes, given, { ...META_PROPS.resource, ...own }),
      ...writtenProblems(this.synthesizeAttributes(), this),
      ...lifecycleProblems(this, schema.attributes),
      ...(imported ? importProblem(imported.id, this) : []),
      ...(moved?.endsWith(']') && isRepeated(this) ? movedToInstance(moved, this.address) : []),
    ];
  }

  private get address(): string {
    return `${this.terraformResourceType}.${this.friendlyUniqueId}`;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributeValues(this.schema.attributes, this.props() as Named);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.schema.attributes, this.synthesizeAttributes());
  }
}

/**
 * The dependencies of `node.addDependency`, which cdktf 0.21 ignores: all resources and data sources of the stack in
 * the constructs that the resource, or a construct around it, depends on.
 */
function nodeDependencies(resource: TerraformResource): readonly (TerraformResource | TerraformDataSource)[] {
  const stack = TerraformStack.of(resource);
  const scopes = resource.node.scopes.slice(stack.node.scopes.length);
  const named = scopes.flatMap(({ node }) => node.dependencies);
  const found = named.flatMap(({ node }) => node.findAll()).filter(isOfEngine);
  return [...new Set(found)].filter((each) => each !== resource && TerraformStack.of(each) === stack);
}

function isOfEngine(construct: IConstruct): construct is TerraformResource | TerraformDataSource {
  if ('isAction' in construct) return false;
  return (
    TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct)
  );
}

/** What cdktf makes of meta-arguments, as far as it changes here. */
interface MetaArgumentsOfCdktf {
  readonly dependsOn?: readonly string[];
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** What to import, and with which provider configuration. */
interface ImportTarget {
  readonly id: string;
  readonly provider: TerraformProvider | undefined;
}

/**
 * An `import` block, in Terraform's JSON syntax: for each instance, where the resource is repeated.
 *
 * @param to the address of the resource
 */
function importBlock(
  { id, provider }: ImportTarget,
  to: string,
  forEach: ITerraformIterator | undefined,
): Readonly<Record<string, unknown>> {
  if (forEach === undefined) return { import: [{ provider: provider?.fqn, id, to }] };
  const instances = forEach._getForEachExpression() as unknown;
  return { import: [{ for_each: instances, provider: provider?.fqn, id, to: `${to}[each.key]` }] };
}

/** An import of one object, where there are several. */
function importProblem(id: string, resource: TerraformResource): readonly Problem[] {
  const isOfInstance = resource.forEach !== undefined && !isKnown(known(id));
  if (!isRepeated(resource) || isOfInstance) return [];
  return oneProblem(
    'import_of_one',
    'importFrom names one object, but this construct is repeated.',
    'Use forEach, and an import id with a value of its iterator; or run terraform import for each instance.',
  );
}

function movedToInstance(from: string, to: string): readonly Problem[] {
  return oneProblem(
    'moved_to_an_instance',
    `moveFromId(${JSON.stringify(from)}) names an instance, and this construct has several: none would take it over.`,
    `Leave the key out if ${to} has the same keys, or say which: ` +
      `stack.addOverride('moved', [{ from: ${JSON.stringify(from)}, to: '${to}["key"]' }]).`,
  );
}

/** The same for HCL, where cdktf needs the type of each value. */
function importBlockInHcl({ id, provider }: ImportTarget, to: string): Readonly<Record<string, unknown>> {
  const simple = (value: string, storageClassType: 'reference' | 'string'): object => ({
    value,
    type: 'simple',
    storageClassType,
  });
  const block = {
    to: simple(to, 'reference'),
    id: simple(id, 'string'),
    provider: provider && simple(provider.fqn, 'reference'),
  };
  return { import: [block] };
}

/** A `removed` block of the JSON syntax: the state forgets an object, and the service keeps what it manages. */
interface Removed {
  readonly from: string;
  readonly lifecycle: { readonly destroy: false };
}

/** @param from the address of a resource, without a key */
function removed(from: string): Removed {
  return { from, lifecycle: { destroy: false } };
}

/**
 * A `removed` block for an object whose construct is no longer in the code. cdktf 0.21 has no class for `removed`
 * blocks, and its HCL output omits what it does not know: here, the engine would then destroy the object.
 */
export class RemovedBlock extends TerraformElement {
  /**
   * @param type of the resource, e.g. `zone_log_custom_fields`
   * @param address as plans and `terraform state list` show it, without a key
   */
  private constructor(
    scope: Construct,
    private readonly type: string,
    private readonly address: string,
  ) {
    super(scope, idOf(address));
    failOn(this, () => this.problems());
  }

  /** Adds the block to a scope that does not have it: an Aspect asks for it at every synthesis. */
  static in(scope: Construct, type: string, address: string): void {
    if (!scope.node.tryFindChild(idOf(address))) new RemovedBlock(scope, type, address);
  }

  override toTerraform(): Record<string, unknown> {
    return { removed: [removed(this.address)] };
  }

  override toHclTerraform(): never {
    throw notInHcl(this.node.path, 'a removed block');
  }

  private problems(): readonly Problem[] {
    const { type, address } = this;
    const wellFormed = new RegExp(`^(?:module\\.[\\w-]+\\.)*${type}\\.[\\w-]+$`);
    if (wellFormed.test(address)) return [];
    return oneProblem(
      'not_an_address_to_forget',
      `forget: ${JSON.stringify(address)} is not the address of a ${type} that can be forgotten.`,
      address.includes('[')
        ? `A removed block takes no key and forgets all instances. To forget one of them, run: terraform state rm '${address}'`
        : `Give it as terraform state list shows it, e.g. "${type}.fields" or "module.zones.${type}.this".`,
    );
  }
}

const idOf = (address: string): string => `removed ${address}`;

/** What cdktf's HCL output does not have. */
export function notInHcl(path: string, what: string): Error {
  return new AppError(
    `[${path}] HCL output cannot express ${what}. Remove "hclOutput" from the App: the JSON output can.`,
  );
}
