import { Fn, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown } from '../../schema';
import { known } from '../binding/known';
import { produced } from '../binding/resolving';

/** How the engine joins an unknown list with names: a set has no order, a list keeps it. */
export type Joining = 'set' | 'list';

/** The names of a job's log fields, with the constructs that they come from. A name counts once. */
export class JobFields {
  private readonly givers = new Map<string, IConstruct>();
  /** Lists that are tokens, and values that are not lists, kept for the checks. */
  private readonly tokenLists: (readonly string[])[] = [];

  constructor(
    private readonly owner: IConstruct,
    ...given: readonly (readonly string[] | undefined)[]
  ) {
    for (const names of given) {
      if (names === undefined) continue;
      if (Token.isUnresolved(names) || !Array.isArray(names)) this.tokenLists.push(names);
      else names.forEach((name: string) => this.add(name, owner));
    }
  }

  /** @param by the construct that asks for the field; defaults to the owner */
  add(name: string, by: IConstruct | undefined): void {
    if (!this.givers.has(name)) this.givers.set(name, by ?? this.owner);
  }

  get isEmpty(): boolean {
    return this.givers.size === 0 && this.tokenLists.length === 0;
  }

  /**
   * The names to synthesize; undefined when there are none.
   *
   * @param more names to list after these
   */
  toSynthesize(more: readonly string[], joining: Joining): readonly string[] | undefined {
    const lists = this.tokenLists.map((list) => produced(this.owner, list) as readonly string[]);
    const isList = (list: unknown): boolean => Array.isArray(list) && !Token.isUnresolved(list);
    const given = [...this.givers.keys(), ...lists.filter(isList).flat(), ...more];
    const names = [...new Set(given.map((name) => produced(this.owner, name) as string))];
    const [first, ...others] = lists.filter((list) => !isList(list));
    const noList = lists.find((list) => !Token.isUnresolved(list) && !Array.isArray(list));
    if (first === undefined) return names.length > 0 ? names : undefined;
    if (noList !== undefined || (others.length === 0 && names.length === 0)) return noList ?? first;
    const rest = [...others, ...(names.length > 0 ? [names] : [])].map((part) => [...part]);
    return joining === 'set'
      ? Fn.setunion([...first], rest)
      : Fn.distinct(Fn.concat([[...first], ...rest] as unknown as string[]));
  }

  /** The names that are known at synth. */
  knownNames(): readonly string[] {
    return [...this.givers.keys()].filter((name) => isKnown(known(name)));
  }

  /** Whether there are unknown names. */
  get hasUnknown(): boolean {
    return this.tokenLists.length > 0 || this.knownNames().length < this.givers.size;
  }

  /** Who added a field, if that is not the owner. */
  addedBy(name: string): IConstruct | undefined {
    const giver = this.givers.get(name);
    return giver === this.owner ? undefined : giver;
  }
}
