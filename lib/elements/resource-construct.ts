import type { ITerraformDependable, TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import type { StackMember } from '../stack/stack-member';
import { providerInUse } from '../stack/stack-providers';
import { markForgottenOrMoved } from '../binding/marks';
import { isSameText, refuseIfWritten } from '../stack/stack-synthesis';
import { keepPlace } from '../binding/app-error';
import type { ActionTrigger } from './zone-action';
import { type ForgettableResource, RemovedBlock } from './zone-resource';

/** A construct around one resource: its object can move to another address, or be forgotten by the state. */
export abstract class ResourceConstruct extends Construct implements ITerraformDependable {
  /** The resource inside. */
  protected abstract readonly inner: ForgettableResource & StackMember;

  /** What was asked for, see {@link once}. */
  private readonly made = new Map<string, readonly unknown[]>();
  private readonly triggers: object[] = [];

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
   * Has the engine invoke actions before or after it creates or updates the object. Needs Terraform 1.14.
   *
   * @example
   * job.addActionTrigger({ events: ['after_create', 'after_update'], actions: [delivery] });
   */
  addActionTrigger({ events, actions, condition }: ActionTrigger): void {
    const asked = `actionTrigger ${[...events, ...actions.map(({ node }) => node.path)].join(' ')}`;
    this.once([asked, condition], 'The action trigger', () => {
      this.triggers.push({ events, actions: actions.map(({ fqn }) => fqn), condition });
      this.inner.addOverride('lifecycle.action_trigger', this.triggers);
    });
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
