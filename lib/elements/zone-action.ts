import type { IResolvable } from 'cdktf';
import type { ObjectSchema } from '../../schema';
import { addressOf } from '../stack/stack-member';
import { ZoneDataSource } from './zone-data-source';
import { notInHcl } from './zone-resource';

/** Which actions the engine invokes, and when: what the lifecycle of cdktf 0.21 does not have. */
export interface ActionTrigger {
  /** Before or after which changes. */
  readonly events: readonly ('before_create' | 'after_create' | 'before_update' | 'after_update')[];
  /** In this order. */
  readonly actions: readonly ZoneAction<ObjectSchema>[];
  /** Whether to invoke them. @default true */
  readonly condition?: boolean | IResolvable;
}

/** An action of the provider. cdktf 0.21 has no class for them: it has what a data source has, in another block. */
export class ZoneAction<S extends ObjectSchema> extends ZoneDataSource<S> {
  /** What tells it from a data source. */
  readonly isAction = true;
  /** Nothing refers to an action. */
  declare readonly references: never;

  /** What triggers name: of repeated actions, that of the same instance as the resource. */
  override get fqn(): string {
    const key = this.count === undefined ? '' : '[count.index]';
    return `${addressOf(this)}${this.forEach ? '[each.key]' : key}`;
  }

  override toTerraform(): Record<string, unknown> {
    const { data: action } = super.toTerraform();
    return { terraform: { required_version: '>= 1.14.0' }, action };
  }

  override toHclTerraform(): never {
    throw notInHcl(this.node.path, 'an action');
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { config: this.values };
  }
}
