import type { TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import { markLeaving } from './leaving';
import { RemovedBlock } from './removed-block';

/** The resource inside of a construct, as far as it can leave the state. */
export interface LeavingResource extends TerraformResource {
  forget(): void;
}

/** A construct around one resource: its object can move to another address, or be forgotten by the state. */
export abstract class ResourceConstruct extends Construct {
  /** The resource inside. */
  protected abstract readonly inner: LeavingResource;

  /**
   * Has the state forget an object whose construct is gone from the code, by a `removed` block: nothing is written at
   * the service, which keeps what the object manages. Takes Terraform 1.7 or OpenTofu 1.10, and the stack's
   * `ZoneProvider` until it was applied. The block may stay.
   *
   * @param scope the stack that the object was declared in, or anything in it
   * @param address as `terraform state list` shows it, without a key: all instances are forgotten
   * @example
   * LogCustomFields.forget(stack, 'zone_log_custom_fields.fields');
   */
  static forget(this: { readonly tfResourceType: string }, scope: Construct, address: string): void {
    new RemovedBlock(scope, this.tfResourceType, address);
  }

  /**
   * Has the state forget the object, by a `removed` block in place of the resource: nothing is written at the service,
   * which keeps what the object manages. Takes Terraform 1.7 or OpenTofu 1.10. Once that was applied, the construct can
   * be removed from the code. Nothing waits for a forgotten object, and references to it are errors of the engine.
   */
  forget(): void {
    markLeaving(this);
    this.inner.forget();
  }

  /**
   * Moves the object to another construct of the same class, by a `moved` block in place of the resource.
   *
   * @param moveTarget what the other one was given with `addMoveTarget`
   * @param key of the other one's `forEach`, where it has one
   */
  moveTo(moveTarget: string, key?: string): void {
    markLeaving(this);
    this.inner.moveTo(moveTarget, key);
  }

  /**
   * Moves the object to another address, by a `moved` block in place of the resource.
   *
   * @param id the new address, e.g. `zone_log_custom_fields.fields`
   */
  moveToId(id: string): void {
    markLeaving(this);
    this.inner.moveToId(id);
  }

  /**
   * Takes over the object of an address that is declared no more, by a `moved` block beside the resource: after a
   * change of the construct's id or of its place in the tree.
   *
   * @param id the former address, e.g. `zone_log_custom_fields.fields`
   */
  moveFromId(id: string): void {
    this.inner.moveFromId(id);
  }

  /**
   * Names this construct as the target of a `moveTo`.
   *
   * @param moveTarget any text, unique in the stack
   */
  addMoveTarget(moveTarget: string): void {
    this.inner.addMoveTarget(moveTarget);
  }
}
