import { DEFAULT_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import { rulesIn } from './lifecycle/scene';
import { beginAnew, declare, printed, refusal, rest, service, useWorkspace, workspace } from './one-service';

/** The custom log fields of a zone: what the table of life cycles (`lifecycle/fields.ts`) does not hold. */

const PHASE = 'http_log_custom_fields';
const TYPE = 'zone_log_custom_fields';

// The slow lane starts the provider as a user's engine does: anew for every command.
useWorkspace({}, { startedBy: inLane({ share: 'workspace', whole: 'engine' }) });
beforeEach(() => beginAnew('main.tf', 'import.tf'));

/** Declares the fields `main`, and what else there is. */
function fields(main: object, more: object = {}): void {
  declare({ [TYPE]: { main: { zone_id: DEFAULT_ZONE_ID, ...main } } }, more);
}

async function applyFields(main: object, more: object = {}): Promise<void> {
  fields(main, more);
  await workspace.applied();
  await rest();
}

const rule = (action_parameters: object, more: object = {}): object => ({
  ...{ action: 'log_custom_field', expression: 'true', action_parameters },
  ...more,
});

function byHand(...rules: readonly object[]): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
}

/** The parameters of the rules of the zone, as the service holds them. */
const parameters = (): unknown =>
  rulesIn(service.emulator.control, DEFAULT_ZONE_ID, PHASE).map((one) => one['action_parameters']);

describe('a zone that already has fields made by others', () => {
  const existing = { request_fields: [{ name: 'x-theirs' }], cookie_fields: [{ name: 'Sid' }] };
  const THERE = 'already has custom log fields: request headers x-theirs; cookies Sid';
  const COOKIES = { cookies: ['Sid'] };
  beforeEach(() => byHand(rule(existing, { description: 'theirs' })));

  test('is not overwritten: the plan fails with an import block that works as printed', async () => {
    fields(COOKIES);
    const error = (await workspace.plan()).stderr.replace(/^[│|] ?/gm, '');
    expect(parameters()).toEqual([existing]);
    workspace.write('import.tf', /^import \{[\s\S]*?^\}/m.exec(error)?.[0] ?? '');
    expect((await workspace.plan()).stdout).toMatch(
      /- "x-theirs"[^]*1 to import, 0 to add, 1 to change, 0 to destroy/,
    );
    await workspace.applied();
    await rest();
    // What is made in its place was not there before.
    workspace.write('import.tf', '');
    await workspace.applied({ args: [`-replace=${TYPE}.main`] });
    expect(printed(await workspace.plan({ destroy: true }))).not.toContain('had before this resource');
  });

  test('is refused at apply where the provider is known only after apply', async () => {
    const later = { input: service.emulator.baseUrl };
    const provider = { zone: { base_url: '${terraform_data.later.output}' } };
    const main = { zone_id: DEFAULT_ZONE_ID, ...COOKIES };
    declare({ terraform_data: { later }, [TYPE]: { main } }, { provider });
    expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
    expect(await refusal(workspace.apply())).toContain(THERE);
    expect(parameters()).toEqual([existing]);
  });
});

test('an import instead of a moved block is refused, and the error names the block', async () => {
  await applyFields({ cookies: ['Sid'] });
  const renamed = { zone_id: DEFAULT_ZONE_ID, cookies: ['Sid'] };
  declare({ [TYPE]: { renamed } }, { import: [{ to: `${TYPE}.renamed`, id: DEFAULT_ZONE_ID }] });
  expect(await refusal()).toContain('use a moved block (moveFromId of the construct) instead of an import');
});
