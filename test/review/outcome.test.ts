import type { InputError } from '../../cli/review/model';
import { reviewPlans, type Limits } from '../../cli/review/review-plans';
import { planInput, reviewOf } from './recorded-plans';

const NONE = { seen: [], allowed: [], hints: [] };
const ERROR: InputError = { plan: 'x', code: 'empty', message: 'the file is empty', ...NONE };

test.each<readonly [string, number, readonly string[], Limits, readonly InputError[]]>([
  ['nothing changes', 0, ['no-change'], {}, []],
  ['something changes', 2, ['no-change', 'every-change'], {}, []],
  ['something finishes for good', 3, ['migrations', 'every-change'], {}, []],
  ['limits that are kept change nothing', 3, ['migrations'], { maxFinish: 2, maxDelete: 0 }, []],
  ['too many objects destroyed', 4, ['every-change'], { maxDelete: 1 }, []],
  ['too many finish: a limit before what is irreversible', 4, ['migrations'], { maxFinish: 1 }, []],
  ['a change that is not proven where each has to be', 3, ['every-change'], { requireProof: true }, []],
  ['a limit before what is not proven', 4, ['every-change'], { maxDelete: 1, requireProof: true }, []],
  ['an error before everything else', 1, ['migrations'], { maxFinish: 1 }, [ERROR]],
  ['nothing but an error', 1, [], {}, [ERROR]],
])('the exit code %s: %i', (_case, expected, plans, limits, errors) => {
  const inputs = plans.map((name) => planInput(name));
  expect(reviewPlans(inputs, errors, limits).exit_code).toBe(expected);
});

test('a plan that asked nothing says how it would have', () => {
  const { rows } = reviewPlans([planInput('every-change')], [], { requireProof: true });
  expect(rows.flatMap(({ details }) => details)).toContain(
    'not proven: the plan did not ask (it does with proof = "on" of the provider), or only its JSON is here, which does not say',
  );
});

test('each limit says what is allowed and what was found', () => {
  const { limits } = reviewPlans([planInput('migrations')], [], { maxDelete: 9, maxFinish: 0 });
  expect(limits).toEqual([
    { name: 'max-delete', allowed: 9, found: 0, exceeded: false },
    { name: 'max-finish', allowed: 0, found: 2, exceeded: true },
  ]);
});

test('the order of the plans makes no difference', () => {
  const [one, other] = [reviewOf('migrations', 'every-change'), reviewOf('every-change', 'migrations')];
  expect(one).toEqual(other);
});
