import { isWhollyKnown } from '../../../schema';
import type { ObjectSchema, PlannedState, Problem, StateOf } from '../../../schema';
import type { Rule, RuleInput, Ruleset, RulesetWrite, ServiceError, ZoneClient } from '../../api';
import type { ModifyPlanCall, ReadCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { FUTURE_OWNER, hasMark, keeperIn, owns, type Owner } from './owner';
import type { Content, Seen, ZoneList } from './words';

export type { Content } from './words';

/** What the schema of every rule list has beside its rules, as the engine sees it. */
export interface ListSchema extends ObjectSchema {
  readonly attributes: {
    readonly zone_id: Of<'string'> & { readonly required: true };
    readonly ruleset_id: Of<'string'> & { readonly computed: true };
  };
}

type Of<T> = { readonly type: T; readonly description: string };

export type State = StateOf<ListSchema>;

/** The same by its members: of lists, and of calls, the compiler would compare the schemas that they are for. */
type Members<T> = { readonly [K in keyof T]: T[K] };

/** A list, whatever schema it has. */
export type AnyList<C extends Content> = Members<RuleList<ListSchema, C>>;

/** Where rules are written: a zone at the service. */
export interface Place {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The zone-level ruleset of a phase, with its rules; undefined when there is none. */
export function findRuleset(
  { api, zoneId, signal }: Place,
  { phase }: { readonly phase: string },
): Promise<Ruleset | undefined> {
  return api.getEntrypoint(zoneId, phase, { signal });
}

/** The content of an object of the state. */
export function contentOf<C extends Content>(state: State): C {
  // Of a list, the compiler knows its content, and not that it consists of attributes of the schema.
  return state as State & C;
}

/** What a content has beside its rules; null where there is nothing, for which a state may have null or none of them. */
export function besideRules(content: Content, what: 'kept_settings' | 'other_rules'): unknown {
  const beside = content[what];
  return Object.keys(Object(beside)).length > 0 ? beside : null;
}

/** A planned value, once all of it is known. @typeParam V its type in the state */
export function onceKnown<V>(planned: unknown): V | undefined {
  // In a plan any part may be null or unknown; that none is unknown says nothing to the compiler.
  return isWhollyKnown(planned) ? (planned as V) : undefined;
}

/** An object of the state, as far as it says which rules are whose. @typeParam T its state */
export interface Known<T> {
  readonly owner: Owner | undefined;
  /** Undefined for an object that is not there yet: then all its rules are new. */
  readonly state?: T | undefined;
  /** The owner before a change of it. */
  readonly former?: Owner | undefined;
}

/** A rule that is sent, and what its object calls it; undefined for the rules of others. */
export interface SentRule {
  readonly rule: RuleInput;
  readonly name?: string | undefined;
}

/** What is written, and for whom. */
export interface Change<T, C> extends Known<T> {
  readonly owner: Owner;
  readonly declared: C;
}

/** A request that saves a change. */
export interface Write {
  readonly request: RulesetWrite;
  /** The rules that it says. */
  readonly sent: readonly SentRule[];
  /** The one that it updates or deletes; undefined where it says all rules of the ruleset. */
  readonly ruleId?: string;
  /** Which one it is of the requests beside the rules of others. */
  readonly key?: string;
  /** Whether it would be refused before an earlier one of them. */
  readonly waits?: boolean;
}

export type PlanCall<S extends ObjectSchema> = Members<ModifyPlanCall<S, Configured>>;

/**
 * What one resource adds to the life cycle of a rule list (`define.ts`): how its rules read as content and are written
 * again. Everything else is opted into by being there.
 *
 * @typeParam C the content: a part of the attributes
 */
export interface RuleList<S extends ObjectSchema, C extends Content> extends ZoneList<C> {
  readonly schema: S;
  /** What rules do; undefined where none is expressible. */
  read(rules: readonly Rule[], known: Known<StateOf<S>>): C | undefined;
  /**
   * All rules of the ruleset with the declared ones. Each keeps its id where it stays the same rule: a rule of another
   * object, or of nobody, becomes a new one.
   */
  write(
    declared: C,
    rules: readonly Rule[],
    known: Known<StateOf<S>> & { readonly owner: Owner },
  ): readonly SentRule[];
  /** The rules that have to do with a change of what the state has. */
  changed(rules: readonly Rule[], known: Known<StateOf<S>>): readonly Rule[];
  /** Whether two contents do the same, whatever is kept beside them. */
  same(one: C, other: C): boolean;
  /** What is declared, once all of it is known. */
  planned(plan: PlannedState<S>): C | undefined;

  /** Whether what is there is the declared, whatever it is called, or beside others a part of it. @default same */
  alike?(there: C, declared: C, keeper: Owner | undefined): boolean;
  /** What rules do, for messages; undefined where that is not worth one. @default what is said of their content */
  saidOf?(rules: readonly Rule[]): Seen | undefined;
  /** The owner of an object that keeps the rules of others; undefined if it does not. */
  keeper?(values: PlannedState<S> | StateOf<S> | null): Owner | undefined;
  /** The requests that save a change of such an object, one for each rule. */
  writesBeside?(zoneId: string, seen: Ruleset, change: Change<StateOf<S>, C>): readonly Write[];

  /** Checks a plan, and plans what the rest does not. @param rest what a new object finds in its zone, or a change keeps */
  plan?(
    call: PlanCall<S>,
    plan: PlannedState<S>,
    rest: () => Promise<Partial<PlannedState<S>>>,
  ): Promise<Partial<PlannedState<S>>>;
  /**
   * What is kept beside the declared.
   *
   * @param before undefined where there was nothing
   * @param planned undefined where it is not known, or in doubt
   */
  kept?(
    before: C | undefined,
    planned: C | undefined,
    call: PlanCall<S>,
  ): Partial<PlannedState<S>> & { readonly kept_settings?: unknown };
  /** Checks a new object beside the rules of its zone, and plans what follows from these. */
  planBeside?(
    call: PlanCall<S>,
    at: Place & { readonly rules: readonly Rule[]; readonly planned: C | undefined },
  ): Promise<Partial<PlannedState<S>>>;
  /** Why the rules of a zone are not managed here yet. */
  notYet?(place: Place): Promise<((zone: string) => Problem) | undefined>;
  /** Warns of what a read finds, and looks up what the rules do not say. */
  found?(
    call: Members<ReadCall<S, Configured>>,
    rules: readonly Rule[],
    content: C,
  ): Promise<Partial<StateOf<S>> | undefined>;
  /** The places that a refusal of the service is about, and what it says; none where it does not say. */
  refused?(
    error: ServiceError,
    sent: readonly SentRule[],
    declared: C | undefined,
  ): readonly { readonly path: Problem['path']; readonly said?: string }[];
}

/** Whether what is there may become a new object's: exactly the declared, or beside others a part of it. */
export function mayBecomeOwn<C extends Content>(
  { same, alike = same }: Pick<AnyList<C>, 'same' | 'alike'>,
  there: C,
  declared: C,
  keeper: Owner | undefined,
  rules: readonly Rule[],
): boolean {
  // Rules of an owner that keeps others stay that one's.
  const isFree = keeper !== undefined || rules.every(({ ref }) => keeperIn(ref) === undefined);
  return isFree && alike(there, declared, keeper);
}

/** The rules that make up the content: those that an object which takes them over writes anew. */
export function expressed<C extends Content>(
  list: Pick<AnyList<C>, 'read' | 'write'>,
  rules: readonly Rule[],
): readonly Rule[] {
  const content = list.read(rules, { owner: undefined });
  if (content === undefined) return [];
  // Whoever takes the content over leaves the other rules their ids.
  const untouched = list.write(content, rules, { owner: FUTURE_OWNER }).map(({ rule }) => rule.id);
  return rules.filter(({ id }) => !untouched.includes(id));
}

/** The rules that go when an object is destroyed. @param owner undefined where its private state is damaged */
export function ownRules<C extends Content>(
  list: Pick<AnyList<C>, 'read' | 'write'>,
  rules: readonly Rule[],
  owner: Owner | undefined,
): readonly Rule[] {
  if (owner) return rules.filter((rule) => owns(owner, rule));
  return hasMark({ rules }) ? [] : expressed(list, rules);
}

/** What rules do, for messages; undefined where that is not worth one. */
export function saidOf<C extends Content>(list: AnyList<C>, rules: readonly Rule[]): Seen | undefined {
  if (list.saidOf) return list.saidOf(rules);
  const content = list.read(rules, { owner: undefined });
  return content && list.said(content);
}
