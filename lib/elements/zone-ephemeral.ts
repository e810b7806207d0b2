import { type ITerraformDependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema, Problem } from '../../schema';
import { writtenProblems } from './resource-problems';
import { joinStack } from '../stack/members';
import { shownOf, type StackMember } from '../stack/stack-member';
import { refusedWhenWritten } from '../binding/misused';
import type { ZoneProvider } from '../provider/zone-provider';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps } from '../binding/checks';
import { unknownProps } from '../binding/prop-names';
import type { PropsOf } from '../binding/props';
import { META_PROPS } from './meta';
import { AppError } from '../binding/app-error';

/** The supported meta-arguments of an ephemeral resource. */
export interface EphemeralMeta {
  /**
   * The provider configuration to use.
   * @default the stack's `ZoneProvider` without an alias
   */
  readonly provider?: ZoneProvider;
  /** What must exist before. @default only what the values refer to */
  readonly dependsOn?: ITerraformDependable[];
}

/**
 * An ephemeral resource of the provider, defined by its schema. cdktf 0.21 has no class for `ephemeral` blocks, so
 * this element writes its own block of the JSON syntax. cdktf's HCL output cannot express it.
 */
export class ZoneEphemeral<S extends ObjectSchema> extends TerraformElement implements StackMember {
  readonly terraformResourceType: string;
  /** The named provider configuration; an Aspect may set it, as for a resource. */
  provider: TerraformProvider | undefined;

  private readonly values: Record<string, unknown>;
  private readonly dependsOn: readonly string[] | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    private readonly props: PropsOf<S>,
    private readonly given: EphemeralMeta,
    private readonly own: Readonly<Record<string, boolean>> = {},
  ) {
    super(scope, id, `ephemeral.${schema.type}`);
    this.terraformResourceType = `ephemeral.${schema.type}`;
    this.provider = given.provider;
    this.values = attributeValues(schema.attributes, props as Named);
    this.dependsOn = joinStack(this, given.dependsOn);
  }

  get choosesProvider(): boolean {
    return !('provider' in (this.rawOverrides as Record<string, unknown>));
  }

  /** The problems of the props at synth, for the surrounding construct to report. */
  problems(): readonly Problem[] {
    return [
      ...unknownProps(this.schema.attributes, this.given, { ...META_PROPS.ephemeral, ...this.own }),
      ...checkProps(this.schema, this.props as Named),
      ...writtenProblems(this.values, this),
    ];
  }

  /**
   * A reference to a text. The engine accepts it only where values are not stored, such as in write-only attributes.
   */
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
    const written = { ephemeral: { [this.schema.type]: { [this.friendlyUniqueId]: block } } };
    return refusedWhenWritten(shownOf(this), written);
  }

  override toHclTerraform(): never {
    throw new AppError(
      `[${this.node.path}] HCL output cannot express an ephemeral resource. Remove "hclOutput" from the App: the ` +
        'JSON output can.',
    );
  }
}
