import type {
  Explanation,
  JsonObject,
  ConfigAtApply,
  ConfigAtPlan,
  ObjectSchema,
  PlannedState,
  PlanAtApply,
  StateOf,
} from '../../../schema/description';
import type { Diagnostics } from './diagnostics';
import type { Log } from '../text';
import type { PrivateState } from './private-state';

/** The object that the state of a source describes. */
export interface Identified<State> {
  /** The id that the object is imported by. */
  readonly importId: string;
  /** The attributes that the id consists of; all others are null until the first read. */
  readonly known: Partial<State>;
}

/** An object that is planned without a state. Each plan of one object has the same, as far as that can be told. */
export interface NewObject {
  /** 32 hexadecimal digits that were never there before. */
  readonly token: string;
}

/**
 * A resource type whose objects a `moved` block may bring to a resource. The move itself has no client, so it only finds
 * out which object it is; the first read takes it as an import with that id.
 *
 * @typeParam State the state of the target
 */
export interface MoveSource<State> {
  /** Of the source, such as `cloudflare_logpush_job`. */
  readonly type: string;
  /**
   * Its providers by namespace and type, such as `cloudflare/cloudflare`, on any registry host. After
   * `terraform state replace-provider` the provider of the target may be one of them.
   */
  readonly providers: readonly string[];
  /** The versions of its state that this reads. */
  readonly versions: readonly number[];
  /** Finds the object by the attributes of the source's state, which are parsed but unchecked JSON. */
  identify(state: JsonObject): Identified<State> | Explanation;
}

/** What every call of a resource gets. */
export interface Call {
  /** Where to report errors and warnings to the user. Throwing an error with an explanation also works. */
  readonly diagnostics: Diagnostics;
  /** Kept beside the state, unseen by the user. What is set here is stored with the answer to this call. */
  readonly privateState: PrivateState;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
  /** Writes a line to the log of the run (`TF_LOG_PROVIDER`). */
  readonly log: Log;
}

/** A call that uses the service. */
export interface ClientCall<C> extends Call {
  /** What the provider's `configure` made. */
  readonly client: C;
}

/** What creating and updating have in common. */
interface WriteCall<S extends ObjectSchema, C> extends ClientCall<C> {
  /** All known but computed attributes without a value. */
  readonly plan: PlanAtApply<S>;
  /**
   * The configuration, which is the only source of write-only values. Everything else must come from the plan, since
   * the engine applies `ignore_changes` only there.
   */
  readonly config: ConfigAtApply<S>;
  /**
   * Notes what exists or has been changed so far, in case a later step fails: it is then saved. An object that is being
   * created is replaced by the next run.
   */
  save(state: StateOf<S>): void;
}

/** Makes an object. */
export type CreateCall<S extends ObjectSchema, C> = WriteCall<S, C>;

/** Reads an object. */
export interface ReadCall<S extends ObjectSchema, C> extends ClientCall<C> {
  /** The object as it is stored. */
  readonly state: StateOf<S>;
}

/** Changes an object. */
export interface UpdateCall<S extends ObjectSchema, C> extends WriteCall<S, C>, ReadCall<S, C> {}

/** Deletes an object. */
export type DeleteCall<S extends ObjectSchema, C> = ReadCall<S, C>;

/** A plan before it is shown. */
export interface ModifyPlanCall<S extends ObjectSchema, C> extends Call {
  /** Absent while the provider's own configuration is not known. */
  readonly client: C | undefined;
  /** Null when the object is to be made (also as the second half of a replacement). */
  readonly state: StateOf<S> | null;
  /** As written, what is write-only included. Null when the object is to be destroyed. */
  readonly config: ConfigAtPlan<S> | null;
  /** Null when the object is to be destroyed. */
  readonly plan: PlannedState<S> | null;
  /** The object, if neither its state nor its private state tells which one it is. */
  readonly newObject: NewObject;
  /**
   * Whether the engine may yet read the object and plan it again (docs/internals/plugin-protocol.md 4.8). It does so where
   * the plan differs from the state. What the read would mend is then no error: if the plan stays, apply refuses it.
   */
  readonly mayBeReadYet: boolean;
  /** Asks for a new object because of an attribute, which must be planned differently from the state. */
  requireReplacement(name: string & keyof StateOf<S>): void;
}

/** Finds an object to import. */
export interface ImportCall<C> extends Call {
  /** Absent while the provider's own configuration is not known. */
  readonly client: C | undefined;
  /** What the user gave as the id. */
  readonly id: string;
  /** True for an object that a `moved` block brought here: the id comes from the state of its source. */
  readonly isMoved: boolean;
}

/**
 * A managed resource. The mandatory part is the life cycle; everything else is opted into by being there.
 *
 * @typeParam C what the provider's `configure` made, usually the API client
 */
export interface Resource<S extends ObjectSchema, C> {
  /** Its type, and its attributes. */
  readonly schema: S;
  /** Makes the object. Answers its whole state; undefined when nothing was made and a diagnostic says why. */
  create(call: CreateCall<S, C>): Promise<StateOf<S> | undefined>;
  /** The current object; null when it is gone. */
  read(call: ReadCall<S, C>): Promise<StateOf<S> | null>;
  /** Brings the object to the plan; like `create`. Absent when every change needs a new object. */
  update?(call: UpdateCall<S, C>): Promise<StateOf<S> | undefined>;
  /** Deletes the object; one that is gone counts as deleted. */
  delete(call: DeleteCall<S, C>): Promise<void>;

  /** Checks that the schema cannot express. Values may be unknown. */
  validate?(config: ConfigAtPlan<S>, diagnostics: Diagnostics): void;
  /**
   * Gets every object that the engine reads from its state, before anything is planned for it, including a tainted
   * one, whose plan looks like that of a new object. The object is parsed but unchecked JSON.
   */
  onStoredState?(client: C, state: Readonly<Record<string, unknown>>): void;
  /** Looks at a plan, of a destroy as well: may refuse it, warn, or answer attributes to plan differently. */
  modifyPlan?(call: ModifyPlanCall<S, C>): Promise<Partial<PlannedState<S>> | undefined>;
  /** The attributes by which `read` finds an object to import; the rest is null until then. */
  importState?(call: ImportCall<C>): Promise<Partial<StateOf<S>> | void>;
  /**
   * The attributes that identify an object, in the order in which its import id has them. They are known once the object
   * exists, and never change. Engines from Terraform 1.12 on store them, and import by them.
   */
  readonly identity?: readonly (string & keyof StateOf<S>)[];
  /**
   * The resource types whose objects a `moved` block may bring here. The first read after the move takes such an object
   * as `importState` does.
   */
  readonly moveSources?: readonly MoveSource<StateOf<S>>[];
}

/** A resource whose schema is known only by name, as the framework handles it. */
export type AnyResource<C> = Resource<ObjectSchema, C>;

/** Declares a resource with the exact types of its schema. */
export function defineResource<S extends ObjectSchema, C>(resource: Resource<S, C>): AnyResource<C> {
  return resource as unknown as AnyResource<C>;
}
