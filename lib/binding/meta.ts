import type {
  ITerraformDependable,
  ITerraformIterator,
  TerraformCount,
  TerraformProviderGeneratorMetadata,
  TerraformResourceLifecycle,
} from 'cdktf';
import { providerSchema } from '../../schema';
import { packageVersion } from '../provider/package-root';
import type { ZoneProvider } from '../provider/zone-provider';

/** What Terraform itself lets every resource and data source have. */
export interface MetaArguments {
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
  /**
   * How many of it to make. Excludes `forEach`.
   * @default one
   */
  readonly count?: number | TerraformCount;
  /**
   * Makes one for each element of a collection. Excludes `count`.
   * @default one
   */
  readonly forEach?: ITerraformIterator;
  /**
   * Terraform's lifecycle settings. Attributes in `ignoreChanges` are spelled as in HCL.
   * @default none
   */
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** The meta arguments of a construct's props, alone. */
export function metaArguments(props: MetaArguments): MetaArguments {
  const { provider, dependsOn, count, forEach, lifecycle } = props;
  return { provider, dependsOn, count, forEach, lifecycle };
}

/** What cdktf needs to know of the provider that an object belongs to. */
export function generatorMetadata(): TerraformProviderGeneratorMetadata {
  const version = packageVersion();
  return { providerName: providerSchema.type, providerVersion: version, providerVersionConstraint: version };
}
