import { Fn, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { FIELD_LISTS, isUnknown, type FieldList, type Problem } from '../../schema';
import { known, produced, resolvedToken, whileResolving } from '../binding/known';
import { camelCase, type CamelCase } from '../binding/spelling';
import { isMisused } from '../binding/misused';
import { isSameText } from '../stack/stack-synthesis';

interface Contribution {
  readonly list: FieldList;
  readonly name: string;
  readonly by: IConstruct;
  /** Whether it is in the props, where a name that is listed twice is a mistake. */
  readonly isGiven?: true;
}

/** The lists, spelled as the props of the construct. */
export type FieldNames = { readonly [L in FieldList as CamelCase<L>]?: readonly string[] };

function propOf(list: FieldList): keyof FieldNames {
  return camelCase(list) as keyof FieldNames;
}

/** The field names of a zone, with the constructs that they come from. */
export class FieldContributions {
  private readonly contributions: Contribution[] = [];
  private readonly tokenLists: { readonly list: FieldList; readonly names: readonly string[] }[] = [];

  constructor(
    private readonly owner: IConstruct,
    given: FieldNames,
  ) {
    for (const list of FIELD_LISTS) {
      const names = given[propOf(list)];
      if (names === undefined) continue;
      // A value that is not a list is kept for the checks.
      if (Token.isUnresolved(names) || !Array.isArray(names)) this.tokenLists.push({ list, names });
      else
        for (const name of names as readonly string[])
          this.contributions.push({ list, name, by: owner, isGiven: true });
    }
  }

  /** @param by the construct that asks for the field; defaults to the owner */
  add(list: FieldList, name: string, by: IConstruct = this.owner): void {
    this.contributions.push({ list, name, by });
  }

  /** Whether a construct has a name already, given or added: an Aspect adds it at every synthesis. */
  has(list: FieldList, name: string, by: IConstruct = this.owner): boolean {
    return this.of(list).some((one) => one.by === by && isSameText(this.owner, one.name, name));
  }

  /** The lists that have names, or may have: an unknown list counts. */
  filled(): readonly FieldList[] {
    return FIELD_LISTS.filter(
      (list) => this.of(list).length > 0 || this.tokenLists.some((entry) => entry.list === list),
    );
  }

  /** The names of a list that are known at synth, each once. */
  knownNames(list: FieldList): readonly string[] {
    return this.onceEach(list)
      .map(({ name }) => name)
      .filter((name) => !isUnknown(known(name)));
  }

  /** Whether there are unknown lists or names. */
  get hasUnknown(): boolean {
    return this.tokenLists.length > 0 || this.contributions.some(({ name }) => isUnknown(known(name)));
  }

  /** The lists to synthesize; the engine joins an unknown list with names. */
  toSynthesize(): FieldNames {
    return this.perList((list) => {
      const { names: given, engine } = this.tokens(list);
      const added = whileResolving(this.owner, () => this.each(list));
      const names = [...added.map(({ name }) => produced(this.owner, name) as string), ...given];
      const [first, ...others] = engine;
      if (first === undefined || names.some(isMisused)) return names.length > 0 ? names : undefined;
      const rest = [...others, ...(names.length > 0 ? [names] : [])];
      if (rest.length === 0) return first;
      return Fn.setunion(
        [...first],
        rest.map((part) => [...part]),
      );
    });
  }

  /**
   * The lists to check: unknown lists are omitted when there are names, and a name that several constructs added
   * counts once, because that is a separate problem. The names that a `Lazy` produces come last.
   */
  toCheck(): FieldNames {
    return this.perList((list) => {
      const { names: given, engine } = this.tokens(list);
      const names = [...this.onceEach(list).map(({ name }) => name), ...given];
      return names.length > 0 ? names : engine[0];
    });
  }

  /** A problem of the lists of `toCheck`, with the construct that contributed the name. */
  attribute(problem: Problem): Problem {
    const [list, index] = problem.path;
    if (typeof index !== 'number' || !isFieldList(list)) return problem;
    const by = this.onceEach(list)[index]?.by;
    if (by === undefined || by === this.owner) return problem;
    return { ...problem, path: [list], message: `${problem.message} ${by.node.path} added it.` };
  }

  /** Names that several constructs added. */
  conflicts(): readonly Problem[] {
    return FIELD_LISTS.flatMap((list) => {
      const givers = new Map<string, Set<IConstruct>>();
      for (const { name, by } of this.of(list)) {
        if (!isUnknown(known(name))) givers.set(name, (givers.get(name) ?? new Set()).add(by));
      }
      return [...givers].filter(([, by]) => by.size > 1).map(([name, by]) => conflict(list, name, [...by]));
    });
  }

  /** The contents of lists given as tokens: names that a `Lazy` produces, and lists for the engine. */
  private tokens(list: FieldList): {
    readonly names: readonly string[];
    readonly engine: readonly (readonly string[])[];
  } {
    const lists = this.tokenLists
      .filter((entry) => entry.list === list)
      .map(({ names }) => produced(this.owner, names) as readonly string[]);
    const isForEngine = (names: unknown): boolean => Token.isUnresolved(names) || !Array.isArray(names);
    return {
      names: lists.filter((names) => !isForEngine(names)).flat(),
      engine: lists.filter(isForEngine),
    };
  }

  private of(list: FieldList): readonly Contribution[] {
    return this.contributions.filter((contribution) => contribution.list === list);
  }

  /** Without what a construct added again, also as another token for the same text. */
  private each(list: FieldList): readonly Contribution[] {
    const added = new Map<IConstruct, Set<unknown>>();
    return this.of(list).filter(({ name, by, isGiven }) => {
      if (isGiven) return true;
      const texts = added.get(by) ?? new Set();
      const text = Token.isUnresolved(name) ? resolvedToken(name) : name;
      if (texts.has(text)) return false;
      added.set(by, texts.add(text));
      return true;
    });
  }

  private onceEach(list: FieldList): readonly Contribution[] {
    const all = this.each(list);
    return all.filter((one) => all.find(({ name }) => name === one.name)?.by === one.by);
  }

  private perList(names: (list: FieldList) => readonly string[] | undefined): FieldNames {
    return Object.fromEntries(FIELD_LISTS.map((list) => [propOf(list), names(list)]));
  }
}

function isFieldList(step: unknown): step is FieldList {
  return FIELD_LISTS.some((list) => list === step);
}

function conflict(list: FieldList, name: string, by: readonly IConstruct[]): Problem {
  return {
    code: 'field_contributed_twice',
    path: [list],
    message: `${JSON.stringify(name)} is added by ${by.map(({ node }) => node.path).join(' and by ')}.`,
    hint: 'A zone logs each name once. Keep it in one place.',
  };
}
