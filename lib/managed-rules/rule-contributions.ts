import { Fn, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isUnknown, managedRulesSchema, type PathStep, type Problem } from '../../schema';
import { attributeValues, isPlainObject, type Named } from '../binding/attribute-values';
import { inExpression } from '../binding/in-expression';
import { known } from '../binding/known';
import { produced } from '../binding/resolving';
import {
  contributedTwice,
  overrideLost,
  type Contribution,
  type RuleMap,
  type RulePath,
} from './contribution-problems';

const MAPS = ['deployments', 'exceptions'] as const satisfies readonly RuleMap[];

/** What the props give: maps by name, tokens, or values that only the checks can judge. */
export interface GivenRules {
  readonly deployments?: unknown;
  readonly exceptions?: unknown;
  readonly order?: unknown;
}

/** The managed rules of a zone, with the constructs that they come from. */
export class RuleContributions {
  private readonly contributions: Contribution[] = [];

  constructor(
    private readonly owner: IConstruct,
    private readonly given: GivenRules,
  ) {}

  /** @param by the construct that asks for it; defaults to the owner */
  add(path: RulePath, value: unknown, by: IConstruct | undefined): void {
    this.contributions.push({ path, value, by: by ?? this.owner });
  }

  /** The rules to synthesize; the engine merges a map that is a token with what others add to it. */
  toSynthesize(): GivenRules {
    const { own, beside } = this.composed();
    const merged = (map: RuleMap): unknown => {
      if (beside[map] === undefined) return own[map];
      const added = attributeValues(managedRulesSchema.attributes, beside)[map];
      return Fn.merge([own[map], inExpression(added, this.owner)]);
    };
    return { deployments: merged('deployments'), exceptions: merged('exceptions'), order: this.order() };
  }

  /** The rules to check: all, where a map that is a token stays one; and what others add to such maps. */
  toCheck(): readonly GivenRules[] {
    const { own, beside } = this.composed();
    return [
      { ...own, order: this.order() },
      ...MAPS.filter((map) => beside[map] !== undefined).map((map) => ({ [map]: beside[map] })),
    ];
  }

  /** What a map has by name, with contributions; undefined for a map that is a token. */
  known(map: RuleMap): Named | undefined {
    const all = this.composed().own[map] ?? {};
    return isPlainObject(all) ? all : undefined;
  }

  /** The order as given, with the contributed names that it lacks: exceptions first and deployments last, by name. */
  order(): unknown {
    const given = produced(this.owner, this.given.order);
    if (!Array.isArray(given) || Token.isUnresolved(given)) return given;
    const lacking = (wanted: RuleMap): readonly string[] => {
      const paths = this.paths().filter(([map, , ...inside]) => map === wanted && inside.length === 0);
      return paths
        .map(([, name]) => name)
        .filter((name) => !given.includes(name))
        .sort();
    };
    return [...lacking('exceptions'), ...(given as readonly unknown[]), ...lacking('deployments')];
  }

  /** A problem of what `toCheck` returns, with the construct that contributed the value. */
  attribute(problem: Problem): Problem {
    const around = this.contributions.filter(({ path }) => isWithin(problem.path, path));
    // An override is inside of a deployment, which somebody else may have contributed.
    const [inner] = around.sort((a, b) => b.path.length - a.path.length);
    if (inner === undefined || inner.by === this.owner) return problem;
    return { ...problem, message: `${problem.message} ${inner.by.node.path} added it.` };
  }

  /** What is declared more than once, and overrides of deployments that are not declared here. */
  conflicts(): readonly Problem[] {
    const { own, beside } = this.composed();
    const overrides = this.contributions.filter(({ path }) => path.length > 2);
    const lost = overrides.filter(({ path }) =>
      [own, beside].every((maps) => this.at(maps, path) === undefined),
    );
    return [
      ...this.paths()
        .map((path) => ({ path, givers: this.giversOf(path) }))
        .filter(({ givers }) => givers.length > 1)
        .map(({ path, givers }) => contributedTwice(path, givers)),
      ...lost.map((one) => overrideLost(one, this.known('deployments'))),
    ];
  }

  /** The maps of the props with contributions, and the contributions to maps that are tokens. */
  private composed(): { readonly own: Named; readonly beside: Named } {
    let own = this.props();
    const tokens = MAPS.filter((map) => isUnknown(known(own[map])));
    let beside: Named = {};
    for (const { path, value } of [...this.contributions].sort((a, b) => a.path.length - b.path.length)) {
      if (tokens.includes(path[0])) beside = this.put(beside, path, value);
      else own = this.put(own, path, value);
    }
    return { own, beside };
  }

  private props(): Named {
    return Object.fromEntries(MAPS.map((map) => [map, produced(this.owner, this.given[map])]));
  }

  /** Puts a value where there is none; an override only into a deployment that there is. */
  private put(maps: Named, path: RulePath, value: unknown): Named {
    const isOverride = path.length > 2;
    if (isOverride && !isPlainObject(this.at(maps, path.slice(0, 2)))) return maps;
    return this.placed(maps, path, value) as Named;
  }

  private placed(parent: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
    if (step === undefined) return parent ?? value;
    const members = produced(this.owner, parent) ?? {};
    return isPlainObject(members) ? { ...members, [step]: this.placed(members[step], rest, value) } : parent;
  }

  /** The value at a path; undefined if there is none. */
  private at(value: unknown, path: readonly string[]): unknown {
    return path.reduce<unknown>((parent, step) => {
      const members = produced(this.owner, parent);
      return isPlainObject(members) ? (members[step] ?? undefined) : undefined;
    }, value);
  }

  /** Each path to which something was contributed. */
  private paths(): readonly RulePath[] {
    return [...new Map(this.contributions.map(({ path }) => [JSON.stringify(path), path])).values()];
  }

  /** Who declares what is at a path: the props, or a contribution of it or of what is around it. */
  private giversOf(path: RulePath): readonly IConstruct[] {
    const declared = this.at(this.props(), path) === undefined ? [] : [this.owner];
    const contributed = this.contributions.filter(
      (one) => isWithin(path, one.path) && this.at(one.value, path.slice(one.path.length)) !== undefined,
    );
    return [...declared, ...contributed.map(({ by }) => by)];
  }
}

function isWithin(path: readonly PathStep[], outer: RulePath): boolean {
  return outer.every((step, index) => step === path[index]);
}
