import type { Explanation, ObjectSchema, PlannedState, Problem, StateOf } from '../../../schema';
import type { Rule, RuleInput, Ruleset, RulesetWrite, ServiceError } from '../../api';
import type { MoveSource, ModifyPlanCall, ReadCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { hasMark, owns, type Owner } from './owner';
import type { Place } from './place';
import type { Conflict } from './registry';
import type { Seen, ZoneList } from './words';

/** What the state of every rule list has beside its rules. */
export interface ListState {
  readonly zone_id: string;
  readonly ruleset_id: string | null;
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
}

/** A place in the configuration that the service refuses, in its words. */
interface Refused {
  readonly path: Problem['path'];
  readonly said?: string;
}

/**
 * What one resource adds to the life cycle of a rule list (`define.ts`): how its rules read as content and are written
 * again, and what messages say of it.
 *
 * @typeParam C the content: what the rules of a zone do, in the user's words
 */
export interface RuleList<S extends ObjectSchema, C> extends ZoneList {
  readonly schema: S;
  readonly moveSources: readonly MoveSource<{ readonly zone_id: string }>[];

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
  /** What somebody can set in rules, as text; undefined where there is nothing. */
  textOf(rules: readonly Rule[]): string | undefined;

  /** What is planned, once all of it is known. */
  planned(plan: PlannedState<S>): C | undefined;
  ofState(state: StateOf<S>): C;
  /** The attributes that say what the rules do, and what is kept and stays beside them. */
  attributes(content: C): Partial<StateOf<S>>;
  /** What is kept beside the declared, and which rules stay beside it: as the state has it. */
  beside(content: C): { readonly kept: unknown; readonly others?: unknown };

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

  /** The zone of an import id, and its ruleset where the id has it; undefined when it is malformed. */
  parseId(id: string): ImportId<S> | undefined;
  /** What an import stores beside the zone. */
  imported?(place: Place, content: C): Promise<Partial<StateOf<S>>>;

  /** The places that a refusal of the service is about; none where it does not say. */
  refused(error: ServiceError, sent: readonly SentRule[], declared: C | undefined): readonly Refused[];
  /** The same at apply, as problems; undefined for a failure that is no such refusal. */
  refusedAtApply?(error: unknown, sent: readonly SentRule[], declared: C): readonly Problem[] | undefined;

  readonly words: Words<C>;
}

/** What an import id says. */
export interface ImportId<S extends ObjectSchema> {
  readonly zoneId: string;
  readonly rulesetId?: string | undefined;
  /** Attributes of an object that keeps the rules of others. */
  readonly keeper?: Partial<StateOf<S>>;
}

/** What messages say of a rule list. Zones are as `zoneInMessages` returns them. */
export interface Words<C> {
  /** The content: one text, or a line each. */
  readonly said: (content: C) => Seen;
  /** The rules that a destroy leaves; undefined where none is worth a message. */
  readonly left: (rules: readonly Rule[]) => Seen | undefined;
  readonly declaredTwice: (
    zone: string,
    conflict: Extract<Conflict<C>, { readonly kind: 'declared twice' }>,
  ) => Explanation;
  /** Absent if a moment without the rules is no reason to refuse a plan. */
  readonly createdAnew?: (zone: string) => Explanation;
  /** What it means that exactly the declared ones become the object's own. @param ofAnother if another object wrote them */
  readonly becomeItsOwn: (ofAnother: boolean, keepsOthers: boolean) => string;
  readonly othersInTheWay: (zone: string, staying: C) => Explanation;
  /** @param before what the plan was made for */
  readonly changedSincePlan: (zone: string, before: C, existing: C | undefined) => Explanation;
  /** What a destroy takes away beside what the state has. */
  readonly changes: (before: C, now: C) => readonly string[];
  /** A destroy that takes away more than the object has declared. */
  readonly furtherGoes?: (own: C) => ((zone: string) => Explanation) | undefined;
  readonly overwritten: (
    zone: string,
    rules: {
      readonly before: readonly Rule[];
      readonly theirs: readonly Rule[] | undefined;
      readonly now: readonly Rule[];
    },
  ) => Explanation;
  readonly idMalformed: (id: string) => Explanation;
  readonly nothingToImport: (zone: string, isMoved: boolean, keeper: string | undefined) => Explanation;
  readonly otherRuleset?: (zone: string, rulesetId: string, found: string) => Explanation;
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
