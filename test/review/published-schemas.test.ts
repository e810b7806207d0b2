import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { readPlan } from '../../cli/review/read-plan';
import { reviewPlans } from '../../cli/review/review-plans';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { planInput, recordedPlan } from './recorded-plans';

const ERROR = {
  ...{ plan: 'x', code: 'empty', message: 'the file is empty', seen: [''], allowed: ['a plan'] },
  hints: ['write it'],
};

test('the JSON of a review of all plans, with limits and errors, is as docs/schemas/review.schema.json says', () => {
  const schema = join(__dirname, '..', '..', 'docs', 'schemas', 'review.schema.json');
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  const plans = Object.keys(PLAN_SCENARIOS).filter(
    (name) => readPlan(JSON.stringify(recordedPlan(name).shown)).problem === undefined,
  );
  const inputs = plans.map((name) => planInput(name));
  const review = reviewPlans(inputs, [ERROR], { maxDelete: 1, requireProof: true });
  validate(JSON.parse(JSON.stringify(review)));
  expect(validate.errors).toBeNull();
});
