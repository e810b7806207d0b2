import { TerraformProvider, type TerraformProviderGeneratorMetadata } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  isKnown,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_LIVING,
  PROVIDER_ADDRESS,
  providerSchema,
} from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { camelCase } from '../binding/spelling';
import { checkProps, failOn, warnOn } from '../binding/checks';
import { hclAttributes } from '../binding/hcl';
import { unknownProps } from '../binding/prop-names';
import { refusedWhenWritten } from '../binding/misused';
import { known } from '../binding/known';
import type { ZoneProviderArguments } from '../props';
import { checkStack, stackOf } from '../stack/members';
import { defaultProvider, registerProvider } from '../stack/stack-providers';
import { refuseIfWritten } from '../stack/stack-synthesis';
import { packageVersion } from './package-root';
import { bringProviderAlong } from './stack-plugins';

/**
 * The configuration of the provider. Unset props are taken from the environment of `terraform` (see the reference of
 * each attribute), which is the best place for credentials.
 */
export interface ZoneProviderProps extends ZoneProviderArguments {
  /**
   * Identifies this configuration in its stack; resources select it with `provider`. @default none: the default
   * configuration
   */
  readonly alias?: string;
}

/**
 * Adds the provider to a stack, including its program: `terraform init` finds it in the stack's folder, without
 * further configuration or network.
 *
 * @example
 * new ZoneProvider(stack, 'zone'); // credentials from ZONEWRIGHT_API_TOKEN
 */
export class ZoneProvider extends TerraformProvider {
  /** The type of the provider in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = providerSchema.type;

  /** The base URL of the API as given: unset, literal or a token. */
  readonly baseUrl: string | undefined;

  private aliasName: string | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ZoneProviderProps = {},
  ) {
    super(scope, id, {
      terraformResourceType: providerSchema.type,
      terraformGeneratorMetadata: generatorMetadata(),
      terraformProviderSource: PROVIDER_ADDRESS,
    });
    this.aliasName = props.alias;
    this.baseUrl = props.baseUrl;
    const stack = stackOf(this, 'ZoneProvider');
    refuseIfWritten(this, 'The ZoneProvider');
    registerProvider(this);
    checkStack(stack);
    bringProviderAlong(stack);
    failOn(this, () => [
      ...unknownProps(providerSchema.attributes, props, { alias: true }),
      ...checkProps(providerSchema, props as Named),
    ]);
    warnOn(this, () => this.secretsInClear());
  }

  /** The default configuration of the construct's stack: the one without an alias. */
  static defaultOf(construct: IConstruct): ZoneProvider | undefined {
    return defaultProvider(construct) as ZoneProvider | undefined;
  }

  /**
   * The most custom log fields of a zone with this configuration. If that is unknown at synth, the most that any
   * configuration may allow.
   */
  get fieldLimit(): number {
    const limit = known(this.props.maxCustomFields);
    if (limit === null) return MAX_CUSTOM_FIELDS;
    return isKnown(limit) ? Number(limit) : MAX_CUSTOM_FIELDS_LIVING;
  }

  /** Identifies this configuration in its stack; undefined for the default one. */
  override get alias(): string | undefined {
    return this.aliasName;
  }

  override set alias(value: string | undefined) {
    this.aliasName = value;
  }

  override toTerraform(): Record<string, unknown> {
    return refusedWhenWritten(this, super.toTerraform() as Record<string, unknown>);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributeValues(providerSchema.attributes, this.props as Named);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(providerSchema.attributes, this.synthesizeAttributes());
  }

  private secretsInClear(): readonly string[] {
    const values = this.synthesizeAttributes();
    return Object.entries(providerSchema.attributes)
      .filter(([name, attribute]) => 'sensitive' in attribute && isKnown(known(values[name])))
      .map(
        ([name]) =>
          `${camelCase(name)} is in clear text, so it ends up in the synthesized files. Remove it and set ` +
          `ZONEWRIGHT_${name.toUpperCase()} in the environment of terraform, or pass a TerraformVariable that is ` +
          'sensitive.',
      );
  }
}

/** What cdktf needs to know about the provider of an object. */
function generatorMetadata(): TerraformProviderGeneratorMetadata {
  const version = packageVersion();
  return { providerName: providerSchema.type, providerVersion: version, providerVersionConstraint: version };
}
