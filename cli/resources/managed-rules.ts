import { isRecord, managedRulesSchema } from '../../schema';
import { isObject, member, type Json } from '../text/json';
import type { TsValue } from '../text/typescript-code';
import { camelCased, plain, type Attributes, type Props, type ResourceRecord } from './record';

export const managedRules: ResourceRecord = {
  schema: managedRulesSchema,
  construct: 'ManagedRules',
  props,
  label: 'managed_rules',
  noun: 'managed rules',
  summary,
};

/** The names of deployments, exceptions, categories and rules are data; the attributes of each are not. */
function props({ deployments, exceptions, order }: Attributes): Props {
  return {
    deployments: isRecord(deployments) ? eachOf(deployments, deploymentProps) : undefined,
    exceptions: isRecord(exceptions)
      ? eachOf(exceptions, ({ rules, ...rest }) => ({
          ...camelCased(rest),
          ...(rules === undefined ? {} : { rules: plain(rules) }),
        }))
      : undefined,
    order: order === undefined ? undefined : plain(order),
  };
}

function deploymentProps({ overrides, ...rest }: Attributes): Props {
  if (!isRecord(overrides)) return camelCased(rest);
  const { categories, rules, ...whole } = overrides;
  return {
    ...camelCased(rest),
    overrides: {
      ...camelCased(whole),
      categories: isRecord(categories) ? eachOf(categories, camelCased) : undefined,
      rules: isRecord(rules) ? eachOf(rules, camelCased) : undefined,
    },
  };
}

function eachOf(items: Attributes, props: (item: Attributes) => Props): TsValue {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, props(item as Attributes)]));
}

function summary(values: Json): string {
  const names = (name: string): readonly string[] => {
    const map = member(values, name);
    return isObject(map) ? Object.keys(map) : [];
  };
  const lists = [
    ['deployments', names('deployments')],
    ['exceptions', names('exceptions')],
  ] as const;
  const set = lists.flatMap(([label, list]) => (list.length === 0 ? [] : [`${label} ${list.join(', ')}`]));
  return set.join('; ') || 'no managed rules';
}
