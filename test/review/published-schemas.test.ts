import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { readPlan } from '../../cli/review/read-plan';
import { reviewPlans } from '../../cli/review/review-plans';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { planInput, recordedPlan, reviewOf } from './recorded-plans';

const ajv = new Ajv({ allErrors: true });
const validator = (name: string): ReturnType<typeof ajv.compile> =>
  ajv.compile(
    JSON.parse(
      readFileSync(join(__dirname, '..', '..', 'docs', 'schemas', `${name}.schema.json`), 'utf8'),
    ) as object,
  );

const PLANS = Object.keys(PLAN_SCENARIOS).filter(
  (name) => readPlan(JSON.stringify(recordedPlan(name).shown)).problem === undefined,
);
const ERROR = {
  code: 'empty',
  message: 'the file is empty',
  seen: [''],
  allowed: ['a plan'],
  hints: ['write it'],
};

describe('the JSON of a review is as docs/schemas/review.schema.json says', () => {
  const validate = validator('review');

  test.each(PLANS)('%s', (name) => {
    validate(JSON.parse(JSON.stringify(reviewOf(name))));
    expect(validate.errors).toBeNull();
  });

  test('with limits and errors', () => {
    const inputs = PLANS.map((name) => planInput(name));
    const review = reviewPlans(inputs, [{ ...ERROR, plan: 'x' }], { maxDelete: 1, requireProof: true });
    validate(JSON.parse(JSON.stringify(review)));
    expect(validate.errors).toBeNull();
  });
});
