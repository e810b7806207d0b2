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
    return namedIn(this.composed().own, map);
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
    const deployments = namedIn(own, 'deployments');
    return [...this.declaredTwice(), ...lost.map((one) => overrideLost(one, deployments))];
  }

  private declaredTwice(): readonly Problem[] {
    const props = this.props();
    const byPath = new Map<string, Contribution[]>();
    for (const one of this.contributions) {
      const at = JSON.stringify(one.path);
      byPath.set(at, [...(byPath.get(at) ?? []), one]);
    }
    return this.paths().flatMap((path) => {
      // Who declares what is at a path: the props, or a contribution of it or of the deployment around it.
      const around = path.length > 2 ? [path.slice(0, 2), path] : [path];
      const contributed = around
        .flatMap((outer) => byPath.get(JSON.stringify(outer)) ?? [])
        .filter((one) => this.at(one.value, path.slice(one.path.length)) !== undefined);
      const declared = this.at(props, path) === undefined ? [] : [this.owner];
      const givers = [...declared, ...contributed.map(({ by }) => by)];
      return givers.length > 1 ? [contributedTwice(path, givers)] : [];
    });
  }

  /** The maps of the props with contributions, and the contributions to maps that are tokens. */
  private composed(): { readonly own: Named; readonly beside: Named } {
    let own = this.props();
    const tokens = MAPS.filter((map) => isUnknown(known(own[map])));
    let beside: Named = {};
    const copies = new Set<object>();
    for (const { path, value } of [...this.contributions].sort((a, b) => a.path.length - b.path.length)) {
      if (tokens.includes(path[0])) beside = this.put(beside, path, value, copies);
      else own = this.put(own, path, value, copies);
    }
    return { own, beside };
  }

  private props(): Named {
    return Object.fromEntries(MAPS.map((map) => [map, produced(this.owner, this.given[map])]));
  }

  /** Puts a value where there is none; an override only into a deployment that there is. */
  private put(maps: Named, path: RulePath, value: unknown, copies: Set<object>): Named {
    const isOverride = path.length > 2;
    if (isOverride && !isPlainObject(this.at(maps, path.slice(0, 2)))) return maps;
    return this.placed(maps, path, value, copies) as Named;
  }

  /** @param copies the objects that are copies already, so that each is copied once, however much is added to it */
  private placed(
    parent: unknown,
    [step, ...rest]: readonly string[],
    value: unknown,
    copies: Set<object>,
  ): unknown {
    if (step === undefined) return parent ?? value;
    const members = produced(this.owner, parent) ?? {};
    if (!isPlainObject(members)) return parent;
    const copy = copies.has(members) ? members : { ...members };
    copies.add(copy);
    const placed = this.placed(members[step], rest, value, copies);
    return Object.defineProperty(copy, step, {
      value: placed,
      enumerable: true,
      writable: true,
      configurable: true,
    });
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
}

/** What a map has by name; undefined for a map that is a token. */
function namedIn(maps: Named, map: RuleMap): Named | undefined {
  const all = maps[map] ?? {};
  return isPlainObject(all) ? all : undefined;
}

function isWithin(path: readonly PathStep[], outer: RulePath): boolean {
  return outer.every((step, index) => step === path[index]);
}
