import { type ITerraformDependable, type TerraformResource, TerraformElement } from 'cdktf';
import { Construct } from 'constructs';
import type { StackMember } from '../stack/stack-member';
import { providerInUse } from '../stack/stack-providers';
import { markForgottenOrMoved } from '../binding/marks';
import { isSameText, refuseIfWritten } from '../stack/stack-synthesis';
import { AppError, keepPlace } from '../binding/app-error';
import { type Problem, oneProblem } from '../../schema';
import { failOn } from '../binding/checks';

/** What the resource of a construct needs in order to leave the state. */
export interface ForgettableResource extends TerraformResource {
  forget(): void;
}

/** A construct around one resource: its object can move to another address, or be forgotten by the state. */
export abstract class ResourceConstruct extends Construct implements ITerraformDependable {
  /** The resource inside. */
  protected abstract readonly inner: ForgettableResource & StackMember;

  /** What was asked for, see {@link once}. */
  private readonly made = new Map<string, readonly unknown[]>();

  /**
   * Makes the state forget an object whose construct is no longer in the code, with a `removed` block. Nothing
   * changes at the service. Needs Terraform 1.7 or OpenTofu 1.10, and the stack's `ZoneProvider` until it is applied.
   * The block may stay.
   *
   * @param scope the stack of the object, or a construct in it
   * @param address as `terraform state list` shows it, without a key: all instances are forgotten
   * @example
   * LogCustomFields.forget(stack, 'zone_log_custom_fields.fields');
   */
  static forget(this: { readonly tfResourceType: string }, scope: Construct, address: string): void {
    RemovedBlock.in(scope, this.tfResourceType, address);
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }

  /** The resource itself, for what this construct does not offer, e.g. `addOverride`. */
  get resource(): TerraformResource {
    return this.inner;
  }

  /** The address of the service, if the provider in use sets one. */
  get serviceUrl(): string | undefined {
    return providerInUse(this.inner)?.baseUrl;
  }

  /**
   * Makes the state forget the object, with a `removed` block instead of the resource. Nothing changes at the
   * service. Needs Terraform 1.7 or OpenTofu 1.10. After an apply, the construct can be removed from the code.
   * Nothing depends on a forgotten object, and a reference to it is an error at synth.
   */
  forget(): void {
    markForgottenOrMoved(this);
    this.inner.forget();
    keepPlace(this);
  }

  /**
   * Moves the object to another construct of the same class, with a `moved` block instead of the resource.
   *
   * @param moveTarget the name that the other one got with `addMoveTarget`
   * @param key of the other one's `forEach`, if it has one
   */
  moveTo(moveTarget: string, key?: string): void {
    markForgottenOrMoved(this);
    this.once(['moveTo', moveTarget, key], 'The moved block', () => this.inner.moveTo(moveTarget, key));
  }

  /**
   * Moves the object to another address, with a `moved` block instead of the resource.
   *
   * @param id the new address, e.g. `zone_log_custom_fields.fields`
   */
  moveToId(id: string): void {
    markForgottenOrMoved(this);
    this.once(['moveToId', id], 'The moved block', () => this.inner.moveToId(id));
  }

  /**
   * Takes over the object of an address that is no longer declared, with a `moved` block beside the resource: after
   * the construct's id or its place in the tree changed.
   *
   * @param id the former address, e.g. `zone_log_custom_fields.fields`
   */
  moveFromId(id: string): void {
    this.once(['moveFromId', id], 'The moved block', () => this.inner.moveFromId(id));
  }

  /**
   * Names this construct as the target of a `moveTo`.
   *
   * @param moveTarget any text, unique in the stack
   */
  addMoveTarget(moveTarget: string): void {
    const add = (): void => this.inner.addMoveTarget(moveTarget);
    this.once([`moveTarget ${moveTarget}`], 'The move target', add);
  }

  /**
   * Makes a change of the resource, once: an Aspect asks for the same change at every synthesis.
   *
   * @param asked what changes, and to what
   * @param change the change, as the beginning of a sentence
   * @throws CompositionError for another change after the stack was written
   */
  protected once([what, ...to]: readonly [string, ...unknown[]], change: string, make: () => void): void {
    const before = this.made.get(what);
    const isSame = (one: unknown, index: number): boolean => isSameText(this, one, before?.[index]);
    if (before?.length === to.length && to.every(isSame)) return;
    refuseIfWritten(this, change);
    make();
    this.made.set(what, to);
  }
}

/** A `removed` block of the JSON syntax: the state forgets an object, and the service keeps what it manages. */
interface Removed {
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
class RemovedBlock extends TerraformElement {
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

/** cdktf's HCL output has no `removed` blocks. */
export function noRemovedBlocksInHcl(path: string): Error {
  return new AppError(
    `[${path}] HCL output cannot express a removed block. Remove "hclOutput" from the App: the JSON output can.`,
  );
}
