import { DEFAULT_ZONE_ID } from '../../emulator';
import { createWorkspace, hcl, startService } from '../support/workspace';

/** The provider on an emulator that listens with https, as a user starts it with the lines that the command prints. */

test('the provider trusts the emulator by NODE_EXTRA_CA_CERTS', async () => {
  const { emulator, env } = await startService({ tls: true });
  const resource = `resource "zone_log_custom_fields" "fields" {
    zone_id         = "${DEFAULT_ZONE_ID}"
    request_headers = ["x-request-id"]
  }`;
  const workspace = await createWorkspace({
    files: { 'main.tf': hcl(resource) },
    env: { ...env, ...emulator.tls?.environment },
  });
  try {
    expect(env['ZONEWRIGHT_BASE_URL']).toMatch(/^https:/);
    await workspace.ready();
    await workspace.applied();
    expect(emulator.control.zone(DEFAULT_ZONE_ID).rulesets).toMatchObject([
      { rules: [{ action_parameters: { request_fields: [{ name: 'x-request-id' }] } }] },
    ]);
  } finally {
    workspace.remove();
    await emulator.close();
  }
});
