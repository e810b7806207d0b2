import type { Attributes, PathStep } from '../../schema';
import {
  logCustomFieldsSchema,
  logpushJobHealthSchema,
  logpushJobsSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  managedRulesStatusSchema,
  managedRulesetsSchema,
  providerSchema,
  rulesetsSchema,
} from '../../schema';
import { camelCase } from './camel-case';

const SCHEMAS = [
  providerSchema,
  logCustomFieldsSchema,
  logpushJobHealthSchema,
  logpushJobsSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  managedRulesStatusSchema,
  managedRulesetsSchema,
  rulesetsSchema,
];

/** The attributes that messages may name, including nested ones. */
const NAMES = SCHEMAS.flatMap(({ attributes }) => namesIn(attributes)).filter((name) => name.includes('_'));

/** A quotation of user input, which stays as it is, or an attribute's name. */
const QUOTATION_OR_NAME = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|\b(?:${NAMES.join('|')})\b`, 'g');

/** A message of the schema, with attributes spelled as in TypeScript. */
export function inCamelCase(message: string): string {
  return message.replace(QUOTATION_OR_NAME, (match) => (match.startsWith('"') ? match : camelCase(match)));
}

function namesIn(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    ...(attribute.nested ? namesIn(attribute.attributes) : []),
  ]);
}

/** A path in the spelling of TypeScript: `['request_headers', 2]` becomes `requestHeaders[2]`. */
export function spelledPath(path: readonly PathStep[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return index === 0 ? camelCase(step) : `.${camelCase(step)}`;
    })
    .join('');
}
