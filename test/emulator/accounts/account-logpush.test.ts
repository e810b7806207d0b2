import type { Emulator } from '../../../emulator';
import { createEmulator, DEFAULT_ACCOUNT_ID } from '../../../emulator';
import type { Call } from '../client';
import { caller, serviceCaller } from '../client';
import { challengeFor, JOBS, plainJob, R2, S3 } from '../logpush/job-client';

/** Sends JSON to a path below the account. */
function ofAccount(emulator: Emulator, id: string = DEFAULT_ACCOUNT_ID): Call {
  const call = serviceCaller(emulator);
  return (method, path, body) => call(method, `/accounts/${id}${path}`, body);
}

describe('the log push jobs of an account (docs/internals/service.md 9.5)', () => {
  it('are created, listed, read, changed and deleted as those of a zone', async () => {
    const emulator = createEmulator();
    const call = ofAccount(emulator);
    const sent = { dataset: 'audit_logs', destination_conf: R2, logpull_options: 'fields=ID,When' };
    const job = { ...plainJob(1), ...sent };
    expect((await call('POST', JOBS, sent)).body.result).toEqual(job);
    expect((await call('GET', JOBS)).body.result).toEqual([job]);
    expect((await call('GET', '/logpush/datasets/audit_logs/jobs')).body.result).toEqual([job]);
    const changed = { ...job, enabled: true };
    expect((await call('PUT', `${JOBS}/1`, { enabled: true })).body.result).toEqual(changed);
    expect((await call('GET', `${JOBS}/1`)).body.result).toEqual(changed);
    expect((await caller(emulator)('GET', JOBS)).body.result).toEqual([]);
    expect((await call('DELETE', `${JOBS}/1`)).body.result).toEqual({ id: 1 });
    expect((await call('GET', `${JOBS}/1`)).status).toBe(404);
  });

  it.each([
    ['no dataset', {}, '/dataset'],
    ['a dataset of zones', { dataset: 'http_requests' }, '/dataset'],
    ['no known dataset', { dataset: null }, '/dataset'],
  ])('refuse %s', async (_name, body, pointer) => {
    const answer = await ofAccount(createEmulator())('POST', JOBS, { destination_conf: R2, ...body });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ code: 1001, source: { pointer } }]]);
  });

  it('may name any field', async () => {
    const call = ofAccount(createEmulator());
    for (const [dataset, fields] of [
      ['firewall_events', 'ZoneName,RayID'],
      ['gateway_dns', 'QueryName,Anything'],
    ])
      expect(
        (
          await call('POST', JOBS, {
            dataset,
            destination_conf: R2,
            logpull_options: `fields=${fields}`,
          })
        ).status,
      ).toBe(200);
    expect((await call('GET', '/logpush/datasets/http_requests/fields')).status).toBe(400);
  });

  it('prove ownership of a destination for the account alone', async () => {
    const emulator = createEmulator();
    const call = ofAccount(emulator);
    const job = { dataset: 'audit_logs', destination_conf: S3 };
    const ofZone = await challengeFor(emulator, S3);
    const refused = await call('POST', JOBS, { ...job, ownership_challenge: ofZone });
    expect(refused.body.errors).toMatchObject([
      { code: 1002, message: 'ownership_challenge is refused because it was made for another account' },
    ]);
    const ours = await challengeFor(emulator, S3, call);
    expect((await call('POST', JOBS, { ...job, ownership_challenge: ours })).status).toBe(200);
    const sent = { destination_conf: S3, ownership_challenge: ours };
    expect((await call('POST', '/logpush/ownership/validate', sent)).body.result).toEqual({ valid: true });
    expect((await caller(emulator)('POST', '/logpush/ownership/validate', sent)).body.result).toEqual({
      valid: false,
    });
  });

  it('are not for standard accounts', async () => {
    const id = 'b'.repeat(32);
    const accounts = [{ id, name: 'Standard', type: 'standard' as const }];
    const { status, body } = await ofAccount(createEmulator({ seed: { accounts } }), id)('GET', JOBS);
    expect([status, body.errors]).toEqual([
      403,
      [
        {
          code: 1004,
          message:
            "reading job for product 'http_requests' is not allowed: a standard account has no log push",
        },
      ],
    ]);
  });
});
