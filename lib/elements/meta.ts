import type {
  ITerraformDependable,
  ITerraformIterator,
  TerraformCount,
  TerraformResourceLifecycle,
} from 'cdktf';
import type { ZoneProvider } from '../provider/zone-provider';

/** The meta-arguments of Terraform for every resource and data source. */
export interface MetaArguments {
  /**
   * The provider configuration to use.
   * @default the stack's `ZoneProvider` without an alias
   */
  readonly provider?: ZoneProvider;
  /** What must exist before. @default only what the values refer to */
  readonly dependsOn?: ITerraformDependable[];
  /**
   * How many to create. Conflicts with `forEach`.
   * @default one
   */
  readonly count?: number | TerraformCount;
  /**
   * Creates one for each element of a collection. Conflicts with `count`.
   * @default one
   */
  readonly forEach?: ITerraformIterator;
  /**
   * Terraform's lifecycle settings. Attributes in `ignoreChanges` are spelled as in HCL.
   * @default none
   */
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** Only the meta-arguments of a construct's props. */
export function metaArguments(props: MetaArguments): MetaArguments {
  const { provider, dependsOn, count, forEach, lifecycle } = props;
  return { provider, dependsOn, count, forEach, lifecycle };
}
