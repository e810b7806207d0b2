import { readTimeText, readWholeNumber } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import type { PageRule } from './previous-waf';
import { type Made, readSeedItems } from './seed-items';

const PAGE_RULE_MEMBERS = [
  'id',
  'targets',
  'url',
  'actions',
  'priority',
  'status',
  'created_on',
  'modified_on',
] as const;

const GREATEST_PRIORITY = 1_000_000_000;

const URL_FORM = /^\S{1,4096}$/;
const URL_EXPECTED = 'a URL without spaces, * for any text';

/** A star at the end stands for the path as well. */
const WITHOUT_PATH = /^(?:[^/:]+:\/\/)?[^/]*[^/*]$/;

/** Stars in the pattern of a target (docs/internals/service.md 7.9). */
const MAX_STARS = 4;

/** The page rules of a seed, each with its target or just a URL. They are meant to work, so they are active by default. */
export function readSeedPageRules(reader: Reader | undefined): readonly Made<PageRule>[] {
  return readSeedItems(reader, (item, readId) => {
    const members = item.members(PAGE_RULE_MEMBERS);
    if (members === undefined) return undefined;
    const id = readId(members.optional('id'));
    const url = members.optional('url');
    const sentTargets = members.optional('targets');
    if ((url === undefined) === (sentTargets === undefined))
      return item.refuse('it must have either targets or a url');
    const targets = url === undefined ? readTargets(sentTargets) : readUrl(url);
    const actions = readActions(members.required('actions'));
    const sentPriority = members.optional('priority');
    const priority = (sentPriority && readWholeNumber(sentPriority, 0, GREATEST_PRIORITY)) ?? 1;
    const status = members.optional('status')?.oneOf(['active', 'disabled']) ?? 'active';
    const created = readTimeText(members.optional('created_on'));
    const modified = readTimeText(members.optional('modified_on'));
    if (targets === undefined || actions === undefined) return undefined;
    return (next, time) => ({
      id: id ?? next(),
      targets,
      actions,
      priority,
      status,
      created_on: created ?? time,
      modified_on: modified ?? created ?? time,
    });
  });
}

/** A page rule has one target, which is a URL (docs/internals/service.md 7.9). */
function readTargets(reader: Reader | undefined): PageRule['targets'] | undefined {
  const items = reader?.items();
  const [target] = items ?? [];
  if (target === undefined || items?.length !== 1)
    return items && reader?.refuse('it must have exactly one item');
  const members = target.members(['target', 'constraint']);
  members?.required('target')?.oneOf(['url']);
  const constraint = members?.required('constraint')?.members(['operator', 'value']);
  constraint?.required('operator')?.oneOf(['matches']);
  return readUrl(constraint?.required('value'));
}

/** The service stores a URL without a path with a slash at its end (docs/internals/service.md 7.9). */
function readUrl(reader: Reader | undefined): PageRule['targets'] | undefined {
  const url = reader?.matching(URL_FORM, URL_EXPECTED);
  if (url === undefined) return undefined;
  if (url.split('*').length - 1 > MAX_STARS) return reader?.refuse(`it must have at most ${MAX_STARS} stars`);
  const value = WITHOUT_PATH.test(url) ? `${url}/` : url;
  return [{ target: 'url', constraint: { operator: 'matches', value } }];
}

/** At least one setting, each of them once. */
function readActions(reader: Reader | undefined): PageRule['actions'] | undefined {
  const items = reader?.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return reader?.refuse('it must have at least one item');
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const action = readAction(item);
    if (action === undefined) return [];
    if (seen.has(action.id)) item.member('id').refuse('another action of the rule has this id');
    seen.add(action.id);
    return [action];
  });
}

/** Only `waf` and `disable_security` matter to the migration; the values of other settings are kept as they are. */
function readAction(reader: Reader): PageRule['actions'][number] | undefined {
  const members = reader.members(['id', 'value']);
  const id = members?.required('id')?.matching(/^[a-z_]+$/, 'the id of a setting, such as waf');
  if (members === undefined || id === undefined) return undefined;
  const value = members.optional('value');
  if (id === 'waf') members.required('value')?.oneOf(['on', 'off']);
  // Clients send null or true for a setting without a value.
  if (id === 'disable_security' && value !== undefined && value.value !== null && value.value !== true)
    value.refuse('disable_security has no value');
  return value === undefined || id === 'disable_security' ? { id } : { id, value: value.value };
}
