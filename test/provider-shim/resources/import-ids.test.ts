import type { Configured } from '../../../provider-shim/resources/configured';
import { logCustomFields } from '../../../provider-shim/resources/log-custom-fields';
import { managedRules } from '../../../provider-shim/resources/managed-rules';
import { Diagnostics, PrivateState, type AnyResource } from '../../../provider-shim/sdk/framework';
import { parseImportId } from '../../../provider-shim/resources/logpush-job';
import { jobIdMalformed } from '../../../provider-shim/resources/logpush-job/problems';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

test.each([
  [`${ZONE}/17`, { zoneId: ZONE, jobId: 17, version: undefined }],
  [`${ZONE}/17/2`, { zoneId: ZONE, jobId: 17, version: 2 }],
  [`${ZONE.toUpperCase()}/17`, { zoneId: ZONE, jobId: 17, version: undefined }],
  [` ${ZONE} / 17\n`, { zoneId: ZONE, jobId: 17, version: undefined }],
  [`${ZONE},17,2`, { zoneId: ZONE, jobId: 17, version: 2 }],
  [`zone/${ZONE}/17`, { zoneId: ZONE, jobId: 17, version: undefined }],
  [`zones/${ZONE}/17/2`, { zoneId: ZONE, jobId: 17, version: 2 }],
  [`/zones/${ZONE}/logpush/jobs/17`, { zoneId: ZONE, jobId: 17, version: undefined }],
])('%s is the import id of a job', (id, read) => {
  expect(parseImportId(id)).toEqual(read);
});

test.each([
  '',
  '/',
  '17',
  ZONE,
  `${ZONE}/`,
  `${ZONE}/0`,
  `${ZONE}/-1`,
  `${ZONE}/1.5`,
  `${ZONE}/017`,
  `${ZONE}/1e3`,
  `${ZONE}/99999999999999999`,
  `${ZONE}/17/`,
  `${ZONE}/17/x`,
  `${ZONE}/17/1/1`,
  `17/${ZONE}`,
  `${ZONE}:17`,
  `${ZONE}/logpush/jobs/17`,
  `zones/${ZONE}/logpush/17`,
  `zones/zones/${ZONE}/17`,
  `account/${ZONE}/17`,
])('%j is not the import id of a job', (id) => {
  expect(parseImportId(id)).toBeUndefined();
});

test('the id of an account gets an error of its own', () => {
  const { message, hint } = jobIdMalformed(`accounts/${ZONE}/17`);
  expect(message).toBe(
    `The import id "accounts/${ZONE}/17" is that of an account; this resource manages what belongs to a zone.`,
  );
  expect(hint).toContain('Give "<zone id>/<job id>"');
});

/** What the import of an object that a zone has once begins with; undefined for a malformed id. */
async function imported(resource: AnyResource<Configured>, id: string): Promise<unknown> {
  const diagnostics = new Diagnostics();
  const [signal, privateState] = [new AbortController().signal, PrivateState.from(undefined)];
  const call = { id, client: undefined, isMoved: false, diagnostics, signal, privateState };
  return resource.importState?.(call as never);
}

test.each([ZONE, ` ${ZONE.toUpperCase()} `, `zones/${ZONE}`])(
  '%j is the import id of rule lists',
  async (id) => {
    expect(await imported(logCustomFields, id)).toEqual({ zone_id: ZONE, ruleset_id: null });
    expect(await imported(managedRules, id)).toEqual({ zone_id: ZONE, ruleset_id: null });
  },
);

test('an owner may follow where it can have rules', async () => {
  const owner = { others: 'keep', owner: 'team-a' };
  expect(await imported(managedRules, `${ZONE}/team-a`)).toEqual({
    zone_id: ZONE,
    ruleset_id: null,
    ...owner,
  });
});

test.each([
  '',
  'example.com',
  `${ZONE}/`,
  `${ZONE}/Team A`,
  `${ZONE}/${ZONE}`,
  `${ZONE}/team-a/1`,
  `account/${ZONE}`,
  `${ZONE}0`,
])('%j is not the import id of rule lists', async (id) => {
  expect(await imported(logCustomFields, id)).toBeUndefined();
  expect(await imported(managedRules, id)).toBeUndefined();
});
