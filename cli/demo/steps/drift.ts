import { isDeepStrictEqual } from 'node:util';
import { PHASE_LOG_CUSTOM_FIELDS } from '../../../schema';
import { EXAMPLE_ADDRESS, EXAMPLE_FIELDS } from '../example';
import { expectEqual, expectExit } from '../expectations';
import { loggedFields, swapRequestHeader } from '../zone-contents';
import { linesThatBegin, planBody } from '../engine-output';
import type { Step } from '../stage';

const DECLARED = 'x-request-id';
const BY_HAND = 'x-debug';
const PLAN_FILE = 'heal.tfplan';

export const driftStep: Step = {
  title: 'An edit behind our back',
  why: 'Somebody edits the zone by hand; the plan shows that edit and nothing else.',
  async run({ story, found, stack, emulator, zoneId }) {
    emulator.control.editRuleset(zoneId, PHASE_LOG_CUSTOM_FIELDS, (draft) =>
      swapRequestHeader(draft.rules[0], DECLARED, BY_HAND),
    );
    expectEqual('what the zone logs after the edit', loggedFields(emulator.control, zoneId), {
      ...EXAMPLE_FIELDS,
      requestHeaders: ['content-type', 'x-checkout-version', BY_HAND],
    });
    story.check(`at the service, ${DECLARED} has become ${BY_HAND}`);

    const plan = `${found.flavor} plan -out=${PLAN_FILE}`;
    story.command(plan);
    story.output(planBody(expectExit(plan, await stack.plan({ out: PLAN_FILE }), 2).stdout));
    const { json } = expectExit(`${found.flavor} show -json`, await stack.showJson(PLAN_FILE), 0);
    expectEqual('what the plan changes', changedAttributes(json), ['request_headers']);
    story.check('the plan shows the drift, and nothing else');

    const apply = `${found.flavor} apply ${PLAN_FILE}`;
    story.command(apply);
    const applied = expectExit(apply, await stack.apply({ planFile: PLAN_FILE }), 0);
    story.output(linesThatBegin(applied.stdout, 'Apply complete!'));
    expectEqual('what the zone logs after the apply', loggedFields(emulator.control, zoneId), EXAMPLE_FIELDS);
    expectExit(`${found.flavor} plan`, await stack.plan(), 0);
    story.check('reverted: the declared fields are back, and the next plan is empty');
  },
};

interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: {
      readonly before: Readonly<Record<string, unknown>>;
      readonly after: Readonly<Record<string, unknown>>;
    };
  }[];
}

/** The attributes of the example's resource that a plan changes. */
function changedAttributes(json: unknown): readonly string[] {
  const { resource_changes: changes = [] } = json as PlanJson;
  return changes
    .filter(({ address }) => address === EXAMPLE_ADDRESS)
    .flatMap(({ change: { before, after } }) =>
      Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name])),
    );
}
