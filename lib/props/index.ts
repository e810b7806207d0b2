// Written by "npm run docs" from the schema: change that, and not this file.
export type * from './log-custom-fields';
export type * from './logpush-job';
export type * from './logpush-job-health';
export type * from './logpush-jobs';
export type * from './managed-rules';
export type * from './managed-rules-compatibility';
export type * from './managed-rules-configuration';
export type * from './managed-rules-migration';
export type * from './managed-rules-status';
export type * from './managed-rulesets';
export type * from './ownership-challenge';
export type * from './zone-provider';
export type * from './zone-rulesets';
