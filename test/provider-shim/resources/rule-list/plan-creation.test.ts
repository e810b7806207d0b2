import {
  creationIn,
  type Creation,
  type FoundAtPlan,
} from '../../../../provider-shim/resources/rule-list/plan';

const [NOTHING, DECLARED, OTHERS] = ['nothing', 'the declared rules', 'other rules'] as const;
const [REPLACED, DELETED, UNSAID] = ['the replaced object', 'deleted by this run', 'not said'] as const;

/** What the zone has, whose that is, and what is left of it when an object of the state goes. */
test.each<readonly [FoundAtPlan['has'], FoundAtPlan['whose'], FoundAtPlan['staying'], Creation]>([
  [NOTHING, UNSAID, NOTHING, 'is made'],
  [DECLARED, UNSAID, NOTHING, 'becomes its own'],
  [OTHERS, UNSAID, NOTHING, 'is refused'],
  // A tainted or renamed object, beside others.
  [DECLARED, UNSAID, DECLARED, 'becomes its own'],
  [OTHERS, UNSAID, DECLARED, 'is refused'],
  [DECLARED, UNSAID, OTHERS, 'cannot be replaced'],
  [OTHERS, UNSAID, OTHERS, 'cannot be replaced'],
  [NOTHING, REPLACED, NOTHING, 'is made'],
  [DECLARED, REPLACED, NOTHING, 'is made'],
  [OTHERS, REPLACED, NOTHING, 'is made'],
  [DECLARED, REPLACED, DECLARED, 'is made'],
  [OTHERS, REPLACED, DECLARED, 'is made'],
  [DECLARED, REPLACED, OTHERS, 'cannot be replaced'],
  [OTHERS, REPLACED, OTHERS, 'cannot be replaced'],
  [NOTHING, DELETED, NOTHING, 'is made'],
  [DECLARED, DELETED, NOTHING, 'is made'],
  [OTHERS, DELETED, NOTHING, 'is made'],
])(
  'a zone that has %s, whose is %s, with %s that stays: the creation %s',
  (has, whose, staying, creation) => {
    expect(creationIn({ has, whose, staying })).toBe(creation);
  },
);
