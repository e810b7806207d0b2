import type { ObjectSchema, PlannedState, Problem, StateOf } from '../../../schema';
import type { Rule, RuleInput, Ruleset, RulesetWrite, ServiceError } from '../../api';
import type { Diagnostics, MoveSource, ModifyPlanCall, ReadCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { hasMark, keeperIn, owns, type Owner } from './owner';
import type { Place } from './place';
import type { ZoneList } from './words';

/** What the schema of every rule list has beside its rules, as the engine sees it. */
export interface ListSchema extends ObjectSchema {
  readonly attributes: {
    readonly zone_id: Of<'string'> & { readonly required: true };
    readonly ruleset_id: Of<'string'> & { readonly computed: true };
  };
}

type Of<T> = { readonly type: T; readonly description: string };

export type State = StateOf<ListSchema>;

/** A list, whatever schema it has. */
export type AnyList<C> = RuleList<ListSchema, C>;

/** What is kept beside the declared, and which rules stay beside it. */
interface BesideDeclared {
  readonly [attribute: string]: unknown;
  readonly kept_settings: unknown;
  readonly other_rules?: unknown;
}

/** An object of the state, as far as it says which rules are whose. */
export interface Known<S extends ObjectSchema> {
  readonly owner: Owner | undefined;
  /** Undefined for an object that is not there yet: then all its rules are new. */
  readonly state?: StateOf<S> | undefined;
  /** The owner before a change of it. */
  readonly former?: Owner | undefined;
}

/** A rule that is sent, and what its object calls it; undefined for the rules of others. */
export interface SentRule {
  readonly rule: RuleInput;
  readonly name?: string | undefined;
}

/** What is written, and for whom. */
export interface Change<S extends ObjectSchema, C> extends Known<S> {
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

/**
 * What one resource adds to the life cycle of a rule list (`define.ts`): how its rules read as content and are written
 * again.
 *
 * @typeParam C the content: what the rules of a zone do, in the user's words
 */
export interface RuleList<S extends ObjectSchema, C> extends ZoneList<C> {
  readonly schema: S;
  /** What can be moved here, beside the ruleset of the vendor's provider and placeholders. */
  readonly moveSources?: readonly MoveSource<{ readonly zone_id: string }>[];

  /** The owner of an object that keeps the rules of others; undefined if it does not. */
  keeper?(values: PlannedState<S> | StateOf<S> | null): Owner | undefined;
  /** The requests that save a change of such an object, one for each rule. */
  writesBeside?(zoneId: string, seen: Ruleset, change: Change<S, C>): readonly Write[];
  /** What rules do; undefined where none is expressible. */
  read(rules: readonly Rule[], known: Known<S>): C | undefined;
  /** All rules of the ruleset with the declared ones; each keeps its id where it stays the same rule. */
  write(
    declared: C,
    rules: readonly Rule[],
    known: Known<S> & { readonly owner: Owner },
  ): readonly SentRule[];
  /** Whether rules are the declared ones already, as the owner's. */
  isWritten(declared: C, rules: readonly Rule[], known: Known<S>): boolean;
  /** Whether two contents do the same, whatever is kept beside them. */
  same(one: C, other: C): boolean;
  /** Whether what is there is the declared, or beside others a part of it, whatever it is called. @default same */
  alike?(there: C, declared: C): boolean;
  /** The rules that make up the content. */
  expressed(rules: readonly Rule[]): readonly Rule[];

  /** What is planned, once all of it is known. */
  planned(plan: PlannedState<S>): C | undefined;
  ofState(state: StateOf<S>): C;
  /** The attributes that say what the rules do, and what is kept and stays beside them. */
  attributes(content: C): Partial<StateOf<S>> & BesideDeclared;

  /** Checks what needs no rules of the zone. */
  check?(client: Configured, call: ModifyPlanCall<S, Configured>): Promise<void>;
  /** Plans an object, and checks what needs the service. @param creation plans what a new one finds in its zone */
  plan(
    call: ModifyPlanCall<S, Configured>,
    plan: PlannedState<S>,
    creation: () => Promise<Partial<PlannedState<S>>>,
  ): Promise<Partial<PlannedState<S>> | undefined>;
  /** Why the rules of a zone are not managed here yet. */
  notYet?(place: Place): Promise<((zone: string) => Problem) | undefined>;
  /** Checks a new object beside the rules of its zone, and plans what follows from these. */
  planBeside?(
    call: ModifyPlanCall<S, Configured>,
    at: Place & { readonly rules: readonly Rule[]; readonly planned: C | undefined },
  ): Promise<Partial<PlannedState<S>>>;
  /** What a new object keeps of the rules that it continues. @param planned undefined where that is in doubt */
  keptAtCreation(
    existing: C | undefined,
    rules: readonly Rule[],
    planned: C | undefined,
  ): Partial<PlannedState<S>>;
  /** Warns of what a read finds. */
  warnOnRead?(call: ReadCall<S, Configured>, rules: readonly Rule[], content: C): Promise<void>;

  /** What an import stores beside the zone. @param all the rules of the zone, if it is to have them all */
  imported?(
    place: Place,
    content: C,
    all: readonly Rule[],
    diagnostics: Diagnostics,
  ): Promise<Partial<StateOf<S>>>;

  /** The places that a refusal of the service is about, and what it says; none where it does not say. */
  refused(
    error: ServiceError,
    sent: readonly SentRule[],
    declared: C | undefined,
  ): readonly { readonly path: Problem['path']; readonly said?: string }[];
}

/**
 * Whether what is there may become a new object's: exactly the declared, or beside others a part of it.
 *
 * @param rules those of the zone; undefined if it keeps those of others, whose owner has them
 */
export function mayBecomeOwn<C>(
  { same, alike = same }: Pick<AnyList<C>, 'same' | 'alike'>,
  there: C,
  declared: C,
  rules: readonly Rule[] = [],
): boolean {
  return alike(there, declared) && !rules.some(({ ref }) => keeperIn(ref) !== undefined);
}

/** The rules that go when an object is destroyed. @param owner undefined where its private state is damaged */
export function ownRules(
  { expressed }: { readonly expressed: (rules: readonly Rule[]) => readonly Rule[] },
  rules: readonly Rule[],
  owner: Owner | undefined,
): readonly Rule[] {
  if (owner) return rules.filter((rule) => owns(owner, rule));
  return hasMark({ rules }) ? [] : expressed(rules);
}
