import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isRecord, readLogOptions, type PathStep, type Problem, oneProblem } from '../../schema';
import { areApart } from '../binding/known';
import { providerInUse } from '../stack/stack-providers';
import type { StackMember } from '../stack/stack-member';

/** The props of the construct that have other names in the schema. */
const PROPS: Readonly<Record<string, string>> = {
  destination_conf: 'destination',
  destination_conf_wo: 'destination',
  destination_conf_wo_version: 'destination_version',
  ownership_challenge_wo: 'ownership_challenge',
};

/** A problem of the resource, in terms of the props of `LogpushJob`. */
export function inJobProps(problem: Problem): Problem {
  const path = propPath(problem.path);
  switch (problem.code) {
    case 'destination_missing':
      return {
        code: 'not_set',
        path: ['destination'],
        message: 'A value is required here.',
        hint: "Give a LogDestination, e.g. LogDestination.gcs({ bucket: 'logs' }), or a string.",
      };
    case 'destination_version_unused':
      return {
        ...problem,
        path,
        message: 'destinationVersion is set, but the destination is stored.',
        hint: 'Remove it: a change of a stored destination is detected without a version.',
      };
    default:
      return { ...problem, path };
  }
}

function propPath(path: readonly PathStep[]): readonly PathStep[] {
  const [first, second, ...rest] = path;
  const isOwn = second === 'fields' || second === 'timestamps' || second === 'sample';
  if (first === 'logpull_options' && isOwn) return [second, ...rest];
  if (first === 'output_options' && second === 'field_names') return ['fields', ...rest];
  const prop = PROPS[String(first)];
  return prop === undefined ? path : [prop, ...path.slice(1)];
}

/** A job without a zone. */
export const NO_ZONE = oneProblem(
  'not_set',
  'Neither zoneId nor customFields is set.',
  'Set customFields to log what a LogCustomFields configures, or set zoneId.',
  ['zone_id'],
);

/** A job in another zone than its custom fields. */
export function anotherZone(zoneId: string, listPath: string, listZone: string): readonly Problem[] {
  return oneProblem(
    'zone_of_another_list',
    `The zone is ${zoneId}, but customFields is ${listPath} of zone ${listZone}.`,
    `If ${listPath} is the right list, remove zoneId: customFields has the zone. Otherwise set customFields to the list of zone ${zoneId}.`,
    ['zone_id'],
  );
}

/** A job with custom fields and a dataset that has none. */
export function datasetWithoutCustomFields(dataset: string): readonly Problem[] {
  return oneProblem(
    'custom_fields_of_another_dataset',
    `Jobs of the dataset ${JSON.stringify(dataset)} cannot log custom fields.`,
    'Only jobs of http_requests can. Remove dataset, or set zoneId instead of customFields.',
    ['custom_fields'],
  );
}

/** A destination that the service accepts only with a token. */
export const CHALLENGE_MISSING = oneProblem(
  'ownership_challenge_missing',
  'The destination needs a token that proves its ownership, but none is set.',
  'Declare a LogpushOwnershipChallenge for the same destination, and set ownershipChallenge to the content of the file ' +
    'that it names. An s3 destination with keys needs none.',
  ['ownership_challenge'],
);

/** Two props that both define what is logged. @param inside the member that says the same in the form */
export function optionsTwice(form: string, prop: string, inside: string | undefined): readonly Problem[] {
  return oneProblem(
    'log_options_twice',
    `${form} and ${prop} are both set.`,
    inside === undefined
      ? 'Keep one of them: each defines what is logged.'
      : `Set ${form}.${inside} instead.`,
    [prop],
  );
}

/** What is wrong with `logpullOptions`, which has the options that are no props of the job. */
export function furtherOptions(given: unknown): Problem | undefined {
  const at = { code: 'log_options_form', path: ['logpull_options'] };
  if (typeof given === 'string')
    return {
      ...at,
      message: `logpullOptions is the text ${JSON.stringify(given)}, not an object.`,
      hint: propsInstead(given),
    };
  if (!isRecord(given))
    return {
      ...at,
      message: 'logpullOptions is a token or another value, not an object.',
      hint: 'Set fields, timestamps and sample, and logpullOptions: { defuseLookups, other }; each may be a token.',
    };
  const wrong = Object.keys(given).find((name) => name !== 'defuseLookups' && name !== 'other');
  if (wrong === undefined) return undefined;
  return {
    ...at,
    message: `logpullOptions has ${JSON.stringify(wrong)}.`,
    hint: 'It has defuseLookups and other; fields, timestamps and sample are props of the job.',
  };
}

/** The props that say what a text of the service says. */
function propsInstead(text: string): string {
  const { fields, timestamps, sample, defuse_lookups: defuseLookups, other } = readLogOptions(text);
  const further = { ...(defuseLookups && { defuseLookups }), ...(other !== null && { other }) };
  const props = {
    ...(fields && { fields }),
    ...(timestamps !== 'unixnano' && { timestamps }),
    ...(sample !== 1 && { sample }),
    ...(Object.keys(further).length > 0 && { logpullOptions: further }),
  };
  return Object.keys(props).length === 0
    ? 'Remove it: it says nothing but defaults.'
    : `Set these props instead: ${JSON.stringify(props)}.`;
}

/**
 * Custom fields with another provider than their job: in the same stack, any other configuration, because it may be
 * another account; in another stack, only one of another service, since nothing else distinguishes two configurations.
 */
export function fieldsOfAnotherProvider(job: Provided, customFields: Provided): readonly Problem[] {
  const [own, theirs] = [job, customFields].map(({ resource }) =>
    providerInUse(resource as StackMember & TerraformResource),
  );
  if (own === undefined || theirs === undefined) return [];
  const isOfStack = TerraformStack.of(customFields) === TerraformStack.of(job);
  if (isOfStack ? own === theirs : !areApart(own.baseUrl, theirs.baseUrl)) return [];
  return oneProblem(
    'provider_of_another_account',
    `The job uses ${own.node.path}, but its customFields, ${customFields.node.path}, uses ` +
      `${theirs.node.path}: the two would be created in different places.`,
    isOfStack
      ? `Give both the same provider. A job without one uses that of its customFields.`
      : `Give the job a provider of its own stack for the same service.`,
    ['provider'],
  );
}

interface Provided extends IConstruct {
  readonly resource: TerraformResource;
}
