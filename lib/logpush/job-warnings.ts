import {
  isKnown,
  KEY_PARAMETERS,
  DATASETS,
  nearest,
  REFUSED_FOR_HTTPS,
  storedCredentials,
  credentialsIn,
} from '../../schema';
import { known, resolvedToken } from '../binding/known';
import {
  zoneLists,
  type ZoneList,
  HELD_BY,
  isCustomLogField,
  type CustomLogField,
  certainJobsOfList,
  jobsOfZone,
  listsOfJob,
  ofOneZone,
  type AppJob,
} from './logs-of-app';
import { datasetFields, HTTP_REQUESTS } from './dataset-fields';
import { EXPRESSION, withoutExpressions } from '../binding/expressions';

/** A dataset that is not publicly known: probably a typing mistake. */
export function datasetWarnings(job: AppJob): readonly string[] {
  const dataset = known(job.dataset);
  if (typeof dataset !== 'string' || DATASETS.some((each) => each === dataset)) return [];
  return [
    `dataset: ${JSON.stringify(dataset)} is not a known dataset of zones. ` +
      `${suggestion(dataset, DATASETS) ?? `Known datasets: ${DATASETS.join(', ')}.`}`,
  ];
}

/** Credentials of a destination that is stored because the app asks for it. */
export function credentialWarnings(stored: string | undefined): readonly string[] {
  const text = known(stored);
  const found = typeof text === 'string' ? storedCredentials(text) : undefined;
  return found
    ? [
        `destination: ${found.message} To keep them out, remove storeSecrets (Terraform or OpenTofu 1.11 or newer).`,
      ]
    : [];
}

/** Unknown log fields of the dataset. */
export function fieldWarnings(
  job: AppJob,
  addedBy: (name: string) => AppJob['node'] | undefined,
): readonly string[] {
  const dataset = known(job.dataset);
  const fields = typeof dataset === 'string' ? datasetFields(dataset) : undefined;
  if (fields === undefined) return [];
  return job.listedFields
    .filter((name) => !fields.includes(name))
    .map((name) => {
      const by = addedBy(name);
      return (
        `fields: ${JSON.stringify(name)} is not a known log field of ${String(dataset)}. ` +
        (by ? `${by.path} added it. ` : '') +
        (suggestion(name, fields) ?? 'Look it up in the documentation of the dataset.')
      );
    });
}

/** Log fields for custom fields that the zone does not have. */
export function emptyFieldWarnings(job: AppJob): readonly string[] {
  if (!mayBe(job.dataset, HTTP_REQUESTS)) return [];
  const listed = job.listedFields.filter(isCustomLogField);
  // The usual case needs no search: an app may have thousands of zones that are unknown at synth.
  const held = new Set(listsOfJob(job).flatMap(({ logFields }) => logFields));
  if (listed.every((name) => held.has(name))) return [];
  const all = zoneLists(job).map((list) => ({ list, same: ofOneZone(job, list) }));
  if (all.some(({ same }) => same === 'perhaps')) return [];
  const ofZone = all.filter(({ same }) => same === 'yes').map(({ list }) => list);
  const [first] = ofZone;
  if (first === undefined)
    return [
      `fields: ${joined(listed, 'and')} ${listed.length === 1 ? 'holds' : 'hold'} custom log fields, but this app declares none for the zone. Declare a ` +
        'LogCustomFields and pass it as customFields, or ignore this if they are configured elsewhere.',
    ];
  return listed
    .filter((name) => !ofZone.some(({ logFields }) => logFields.includes(name)))
    .map(
      (name) =>
        `fields: ${name} will be empty, because ${first.node.path} has no ${HELD_BY[name].noun}. Add some with ` +
        `${HELD_BY[name].method}, or remove ${name} from fields.`,
    );
}

/** Custom fields of the zone that none of its jobs lists, reported by the first job. */
export function unlistedFieldWarnings(job: AppJob): readonly string[] {
  return listsOfJob(job).flatMap((list) => unlisted(job, list));
}

function unlisted(job: AppJob, list: ZoneList): readonly string[] {
  const isOfRequests = ({ dataset }: AppJob): boolean => mayBe(dataset, HTTP_REQUESTS);
  const certain = certainJobsOfList(list).filter(isOfRequests);
  if (certain[0] !== job || unlistedBy(certain, list).length === 0) return [];
  const candidates = jobsOfZone(list).filter((each) => ofOneZone(each, list) !== 'no' && isOfRequests(each));
  const missing = unlistedBy(candidates, list);
  if (missing.length === 0) return [];
  const nouns = missing.map((name: CustomLogField) => HELD_BY[name].noun);
  return [
    `${list.node.path} has ${joined(nouns, 'and')}, but no log push job of the zone lists ${joined(missing, 'or')}, so ` +
      `they are not delivered. Pass ${list.node.path} to a job as customFields, or add ${joined(missing, 'and')} to ` +
      'its fields. A job with includeCustomFields: false logs only its fields.',
  ];
}

/** What none of these jobs lists or may list. */
function unlistedBy(jobs: readonly AppJob[], list: ZoneList): readonly CustomLogField[] {
  if (jobs.some(({ listsMore }) => listsMore)) return [];
  const listed = new Set(jobs.flatMap(({ listedFields }) => listedFields));
  return list.logFields.filter((name) => !listed.has(name));
}

function mayBe(value: string, expected: string): boolean {
  const seen = known(value);
  return !isKnown(seen) || seen === expected;
}

function suggestion(written: string, names: readonly string[]): string | undefined {
  const near = nearest(written, names);
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`;
}

function joined(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1) ?? ''}`;
}

/** Options in a form that an `https` receiver may not get. @param isLogpull whether they are `logpull_options` */
export function optionsWarnings(isLogpull: boolean, conf: string): readonly string[] {
  const text = resolvedToken(conf);
  if (!isLogpull || typeof text !== 'string' || !text.startsWith('https://')) return [];
  return [
    `destination: ${REFUSED_FOR_HTTPS} fields, timestamps, sample and logpullOptions are such options. Add ` +
      'outputOptions: {}, in which fields counts, and set timestampFormat, sampleRate and defuseLookups there.',
  ];
}

/** The names of the credentials of a destination that are in the synthesized files. */
export function clearTextWarnings(conf: string): readonly string[] {
  const text = resolvedToken(conf);
  if (typeof text !== 'string') return [];
  const found = credentialsIn(knownParts(text)).filter((name) => name !== KEY_PARAMETERS[0]);
  if (found.length === 0) return [];
  return [
    `destination: Its credentials are in clear text (${found.join(', ')}), so they end up in the synthesized files. ` +
      'Pass an EphemeralVariable instead, or a TerraformVariable that is sensitive.',
  ];
}

/** A destination without the path segments and parameters that have an expression. */
function knownParts(text: string): string {
  const [place = '', ...query] = withoutExpressions(text).split('?');
  const parts = place.split('/').map((part) => (part.includes(EXPRESSION) ? 'x' : part));
  const parameters = query
    .join('?')
    .split('&')
    .filter((parameter) => !parameter.includes(EXPRESSION));
  return `${parts.join('/')}?${parameters.join('&')}`;
}
