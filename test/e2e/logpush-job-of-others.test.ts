import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME } from '../../emulator';
import { byHand, heldAs, imports, jobs, printed, refusal, settle, useJobZone, workspace } from './job-zone';

/** Log push jobs and what others do, beyond `lifecycle/job.ts` and `known-destination.test.ts`. */

const ZONE = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;

useJobZone();

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-one';

const OPEN = { name: 'open', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };
const SECRET = {
  name: 'secret',
  destination_conf_wo: DESTINATION,
  destination_conf_wo_version: 1,
  logpull_options: { fields: ['RayID'] },
};

test.each([
  ['open', 'list destination_conf in ignore_changes'],
  ['secret', 'list destination_conf_wo and destination_conf_wo_version in ignore_changes'],
])('a plan that replaces a destination set by others says so: %s', async (name, wayOut) => {
  const block = name === 'open' ? OPEN : SECRET;
  await settle({ [name]: block });
  byHand(name, { destination_conf: 'https://logs.example.com/collect?header_Authorization=rotated' });
  const text = printed(await workspace.plan());
  for (const part of [
    `log push job ${heldAs(name)?.id} of zone ${ZONE}: destination.`,
    'was changed outside this configuration, and apply replaces it.',
    'The job delivers to https://logs.example.com now;',
    wayOut,
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('rotated');
  jobs({ [name]: { ...block, lifecycle: { ignore_changes: wayOut.match(/destination_conf\w*/g) } } });
  expect(printed(await workspace.plan())).not.toContain('apply replaces it');
});

test('an import is refused when it would store the write-only destination', async () => {
  await settle({ secret: SECRET });
  jobs({ third: { ...SECRET, destination_conf_wo_version: 3 } });
  imports({ third: `${DEFAULT_ZONE_ID}/${heldAs('secret')?.id}` });
  expect(await refusal(workspace.apply())).toContain(
    `at the end of the id: "${DEFAULT_ZONE_ID}/${heldAs('secret')?.id}/3"`,
  );
  expect(workspace.read('terraform.tfstate')).not.toContain('logs.example.com');
});
