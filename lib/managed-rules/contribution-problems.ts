import type { IConstruct } from 'constructs';
import { nearest, type Problem } from '../../schema';
import type { Named } from '../binding/attribute-values';

/** Where something is declared, in the names of the props: `deployments.NAME`, or an override inside of it. */
export type RulePath =
  | readonly [map: RuleMap, name: string]
  | readonly [map: 'deployments', name: string, 'overrides', by: 'categories' | 'rules', key: string];

/** The two maps of managed rules by name. */
export type RuleMap = 'deployments' | 'exceptions';

/** A deployment, an exception or an override, with the construct that it comes from. */
export interface Contribution {
  readonly path: RulePath;
  readonly value: unknown;
  readonly by: IConstruct;
}

const PATH_NAMES = { deployments: 'deployment', exceptions: 'exception' } as const;

/** One name, or one override, from several places. @param givers the constructs that declare it, at least two */
export function contributedTwice(path: RulePath, givers: readonly IConstruct[]): Problem {
  const [map, name, , , key] = path;
  const what =
    key === undefined
      ? `The ${PATH_NAMES[map]} ${JSON.stringify(name)}`
      : `The override of ${JSON.stringify(key)}`;
  const places = [...new Set(givers.map(({ node }) => node.path))];
  return {
    code: 'managed_rule_contributed_twice',
    path,
    message: `${what} is added ${places.length > 1 ? `by ${places.join(' and by ')}` : `more than once by ${places[0]}`}.`,
    hint: key === undefined ? 'Each needs a name of its own. Rename one of them.' : 'Keep it in one place.',
  };
}

/** An override that has no place. @param deployments as far as they are known; undefined for a token */
export function overrideLost({ path, by }: Contribution, deployments: Named | undefined): Problem {
  const [, name] = path;
  const names = Object.keys(deployments ?? {});
  if (deployments === undefined || Object.hasOwn(deployments, name))
    return {
      code: 'override_into_token',
      path,
      message: `${by.node.path} adds an override to the deployment ${JSON.stringify(name)}, of which a part is not known at synth.`,
      hint: 'Declare the deployment and its overrides as objects. Single values in them may be tokens.',
    };
  const near = nearest(name, names);
  return {
    code: 'override_of_no_deployment',
    path,
    message: `${by.node.path} adds an override to the deployment ${JSON.stringify(name)}, which is not declared.`,
    hint: hintForDeployment(near, names),
  };
}

function hintForDeployment(near: string | undefined, names: readonly string[]): string {
  if (near !== undefined) return `Did you mean ${JSON.stringify(near)}?`;
  if (names.length === 0) return 'Add the deployment.';
  return `Declared are: ${names.join(', ')}. Add the deployment, or name one of these.`;
}
