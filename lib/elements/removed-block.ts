import { TerraformElement } from 'cdktf';
import type { Construct } from 'constructs';
import type { Problem } from '../../schema';
import { failOn } from '../binding/checks';

/** A `removed` block of the JSON syntax: the state forgets an object, and the service keeps what it manages. */
export interface Removed {
  readonly from: string;
  readonly lifecycle: { readonly destroy: false };
}

/** @param from the address of a resource, without a key */
export function removed(from: string): Removed {
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
    throw noRemovedBlocksInHcl(this.node.path);
  }

  private problems(): readonly Problem[] {
    const { type, address } = this;
    const wellFormed = new RegExp(`^(?:module\\.[\\w-]+\\.)*${type}\\.[\\w-]+$`);
    if (wellFormed.test(address)) return [];
    return [
      {
        code: 'not_an_address_to_forget',
        path: [],
        message: `forget: ${JSON.stringify(address)} is not the address of a ${type} that can be forgotten.`,
        hint: address.includes('[')
          ? `A removed block takes no key and forgets all instances. To forget one of them, run: terraform state rm '${address}'`
          : `Give it as terraform state list shows it, e.g. "${type}.fields" or "module.zones.${type}.this".`,
      },
    ];
  }
}

const idOf = (address: string): string => `removed ${address}`;

/** cdktf's HCL output has no `removed` blocks. */
export function noRemovedBlocksInHcl(path: string): Error {
  return new Error(
    `[${path}] HCL output cannot express a removed block. Remove "hclOutput" from the App: the JSON output can.`,
  );
}
