import type { Attributes, PathStep } from '../../schema';
import {
  logCustomFieldsSchema,
  logpushJobHealthSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesMigrationSchema,
  managedRulesStatusSchema,
  providerSchema,
  rulesetsSchema,
} from '../../schema';
import { camelCase } from './camel-case';

const SCHEMAS = [
  providerSchema,
  logCustomFieldsSchema,
  logpushJobHealthSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesMigrationSchema,
  managedRulesStatusSchema,
  rulesetsSchema,
];

/** The attributes that messages may speak of, nested ones included. */
const NAMES = SCHEMAS.flatMap(({ attributes }) => namesIn(attributes)).filter((name) => name.includes('_'));

/** A quotation, which shows what somebody wrote and stays as it is, or an attribute's name. */
const QUOTATION_OR_NAME = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|\b(?:${NAMES.join('|')})\b`, 'g');

/** A message that was written for all front ends, with attributes spelled as in TypeScript. */
export function inCamelCase(message: string): string {
  return message.replace(QUOTATION_OR_NAME, (match) => (match.startsWith('"') ? match : camelCase(match)));
}

function namesIn(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    ...(attribute.nested ? namesIn(attribute.attributes) : []),
  ]);
}

/** A path as one would write it: `['request_headers', 2]` becomes `requestHeaders[2]`. */
export function spelledPath(path: readonly PathStep[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return index === 0 ? camelCase(step) : `.${camelCase(step)}`;
    })
    .join('');
}
