import type {
  ITerraformDependable,
  ITerraformIterator,
  TerraformCount,
  TerraformMetaArguments,
  TerraformResourceLifecycle,
} from 'cdktf';
import type { Construct } from 'constructs';
import { refuseMisused } from '../stack/composition-error';
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

const OF_DATA_SOURCE = { provider: true, dependsOn: true, count: true, forEach: true, lifecycle: true };

/** The names of the meta-arguments, by what takes them. */
export const META_PROPS = {
  dataSource: OF_DATA_SOURCE,
  resource: { ...OF_DATA_SOURCE, provisioners: true, connection: true },
};

/**
 * Only the meta-arguments of a construct's props.
 *
 * @throws CompositionError for a construct as count or iterator, with which cdktf would fail later and name nothing
 */
export function metaArguments(scope: Construct, props: MetaArguments): TerraformMetaArguments {
  for (const name of ['count', 'forEach'] as const) refuseMisused(scope, name, props[name]);
  const { provider, dependsOn, count, forEach, lifecycle, ...more } = props as TerraformMetaArguments;
  const { provisioners, connection } = more;
  return { provider, dependsOn, count, forEach, lifecycle, provisioners, connection };
}
