import { type ITerraformDependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema, Problem } from '../../schema';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import type { ZoneProvider } from '../provider/zone-provider';
import { attributeValues, type Named } from './attribute-values';
import { checkProps } from './checks';
import type { PropsOf } from './props';

/** What the engine lets every ephemeral resource have, as far as it is offered here. */
export interface EphemeralMeta {
  /**
   * The provider configuration to use.
   * @default the stack's `ZoneProvider` without an alias
   */
  readonly provider?: ZoneProvider;
  /**
   * What has to be there before.
   * @default only what the values refer to
   */
  readonly dependsOn?: ITerraformDependable[];
}

/**
 * An ephemeral resource of the provider, as its schema describes it.
 * cdktf 0.21 has no class for `ephemeral` blocks, so this is an element that writes its own block of the JSON syntax;
 * cdktf's HCL output cannot express it.
 */
export class ZoneEphemeral<S extends ObjectSchema> extends TerraformElement implements StackMember {
  readonly terraformResourceType: string;
  /** The provider configuration that it names; an Aspect may set it, as of a resource. */
  provider: TerraformProvider | undefined;

  private readonly values: Record<string, unknown>;
  private readonly dependsOn: readonly string[] | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    private readonly props: PropsOf<S>,
    meta: EphemeralMeta,
  ) {
    super(scope, id, `ephemeral.${schema.type}`);
    this.terraformResourceType = `ephemeral.${schema.type}`;
    this.provider = meta.provider;
    this.values = attributeValues(schema.attributes, props as Named);
    this.dependsOn = joinStack(this, meta.dependsOn);
  }

  get choosesProvider(): boolean {
    return !('provider' in (this.rawOverrides as Record<string, unknown>));
  }

  /** What can be said against the props at synth: for the construct around it to tell. */
  problems(): readonly Problem[] {
    return checkProps(this.schema, this.props as Named);
  }

  /** A reference to a text. The engine takes it where values are never stored: in write-only attributes. */
  textReference(attribute: keyof S['attributes'] & string): string {
    const address = `${this.terraformResourceType}.${this.friendlyUniqueId}`;
    return Token.asString(ref(`${address}.${attribute}`, this.cdktfStack));
  }

  override toTerraform(): Record<string, unknown> {
    const block = {
      ...this.values,
      ...(this.provider && { provider: this.provider.fqn }),
      ...(this.dependsOn && { depends_on: this.dependsOn }),
      ...(this.rawOverrides as Record<string, unknown>),
      '//': this.constructNodeMetadata,
    };
    return { ephemeral: { [this.schema.type]: { [this.friendlyUniqueId]: block } } };
  }

  override toHclTerraform(): never {
    throw new Error(
      `[${this.node.path}] HCL output cannot express an ephemeral resource. Remove "hclOutput" from the App: the ` +
        'JSON output can.',
    );
  }
}
