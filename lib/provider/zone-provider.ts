import { Annotations, TerraformProvider } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import {
  isKnown,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_LIVING,
  PROVIDER_ADDRESS,
  providerSchema,
} from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { camelCase } from '../binding/camel-case';
import { checkProps, failOn } from '../binding/checks';
import { hclAttributes } from '../binding/hcl';
import { known } from '../binding/known';
import { generatorMetadata } from '../binding/meta';
import type { ZoneProviderArguments } from '../props';
import { checkStack, stackOf } from '../stack/members';
import { aliasProblems } from '../stack/provider-problems';
import { defaultProvider, registerProvider } from '../stack/stack-providers';
import { refuseIfWritten } from '../stack/written';
import { bringProviderAlong } from './stack-plugins';

/**
 * The configuration of the provider. What is left out is taken from the environment of `terraform` (see the
 * reference of each attribute), and that is the best place for credentials.
 */
export interface ZoneProviderProps extends ZoneProviderArguments {
  /**
   * Tells this configuration from others in the same stack; resources name it with `provider`.
   * @default none: the configuration that is used where none is named
   */
  readonly alias?: string;
}

/**
 * Adds the provider to a stack. Its program comes along: `terraform init` finds it in the stack's folder, with no
 * further configuration and no network.
 *
 * @example
 * new ZoneProvider(stack, 'zone'); // credentials from ZONEWRIGHT_API_TOKEN
 */
export class ZoneProvider extends TerraformProvider {
  /** The type of the provider in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = providerSchema.type;

  /** The API base address as given: unset, literal or a token. */
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
    failOn(this, () => [...checkProps(providerSchema, props as Named), ...aliasProblems(this.alias)]);
    this.warnOfSecretsInClear();
  }

  /** The configuration that is used in the construct's stack where none is named: the one without an alias. */
  static defaultOf(construct: IConstruct): ZoneProvider | undefined {
    return defaultProvider(construct);
  }

  /**
   * Most custom log fields that a zone may have with this configuration. Where that is known only later, the most
   * that any configuration may allow.
   */
  get fieldLimit(): number {
    const limit = known(this.props.maxCustomFields);
    if (limit === null) return MAX_CUSTOM_FIELDS;
    return isKnown(limit) ? Number(limit) : MAX_CUSTOM_FIELDS_LIVING;
  }

  /** Tells this configuration from others in the same stack; undefined for the one that is used where none is named. */
  override get alias(): string | undefined {
    return this.aliasName;
  }

  override set alias(value: string | undefined) {
    this.aliasName = value;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributeValues(providerSchema.attributes, this.props as Named);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(providerSchema.attributes, this.synthesizeAttributes());
  }

  private warnOfSecretsInClear(): void {
    const values = this.synthesizeAttributes();
    for (const [name, attribute] of Object.entries(providerSchema.attributes)) {
      if (!('sensitive' in attribute) || !isKnown(known(values[name]))) continue;
      Annotations.of(this).addWarning(
        `${camelCase(name)} is in clear text, so it ends up in the synthesized files. Remove it and set ` +
          `ZONEWRIGHT_${name.toUpperCase()} in the environment of terraform, or pass a TerraformVariable that is ` +
          'sensitive.',
      );
    }
  }
}
