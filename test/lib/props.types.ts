/**
 * What the compiler holds: `npm run typecheck` fails when a line below begins or ceases to compile.
 */
import { Token, type IResolvable, type TerraformStack, type TerraformVariable } from 'cdktf';
import {
  LogCustomFields,
  LogDestination,
  LogpushDelivery,
  LogpushJob,
  ManagedRulesMigration,
  MigrationGate,
  ZoneProvider,
  ManagedRules,
  ManagedRuleset,
  DataRulesets,
  type LogCustomFieldsProps,
  type LogDataset,
  type LogField,
  type LogFilter,
  type LogpushJobProps,
  type ManagedCategoryOverride,
  type ZoneProviderProps,
} from '../../lib';
import type { PropsOf } from '../../lib/binding/props';
import type { logpushJobSchema } from '../../schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

holds<'RequestHeaders' extends LogField ? true : false>();
holds<'Type' extends LogField ? true : false>();
holds<'' extends LogField ? false : true>();
holds<'RayId' extends LogField ? false : true>();
holds<'dns_logs' | 'zaraz_events' extends LogDataset ? true : false>();
export const filterOfAnything: LogFilter = {
  or: [
    { key: 'FieldOfTomorrow', operator: 'in', value: ['a', 1] },
    { and: [{ key: 'RayID', operator: 'eq', value: '' }] },
  ],
};
// @ts-expect-error no such operator
export const misspelt: LogFilter = { key: 'RayID', operator: '==', value: '' };
holds<Same<ZoneProviderProps['maxRetries'], number | undefined>>();
holds<Same<LogCustomFieldsProps['requestHeaders'], readonly string[] | undefined>>();

export function mistakesAreRefused(stack: TerraformStack): void {
  // @ts-expect-error the zone is required
  new LogCustomFields(stack, 'a', { cookies: ['a'] });
  // @ts-expect-error a zone is a text
  new LogCustomFields(stack, 'b', { zoneId: 7 });
  // @ts-expect-error a list is not a text
  new LogCustomFields(stack, 'c', { zoneId: 'z', requestHeaders: 'accept' });
  // @ts-expect-error the spelling is that of TypeScript
  new LogCustomFields(stack, 'd', { zoneId: 'z', request_headers: ['accept'] });
  // @ts-expect-error what the provider computes is not for the user to set
  new LogCustomFields(stack, 'e', { zoneId: 'z', rulesetId: 'r' });
  // @ts-expect-error the provider is meant, not its name
  new LogCustomFields(stack, 'f', { zoneId: 'z', provider: 'zone' });
  // @ts-expect-error nothing comes before an action but what triggers it
  new LogpushDelivery(stack, 'i', { zoneId: 'z', jobId: 1, dependsOn: [] });
  // @ts-expect-error provisioners are not offered
  new LogCustomFields(stack, 'g', { zoneId: 'z', provisioners: [] });
  // @ts-expect-error what is executed is a managed ruleset
  new ManagedRules(stack, 'k', { zoneId: 'z', rules: [{ name: 'waf', execute: { overrides: {} } }] });
  // @ts-expect-error a rule has a name
  new ManagedRules(stack, 'l', { zoneId: 'z', rules: [{ expression: 'ssl', skip: {} }] });
  // @ts-expect-error a category has no score
  const _category: ManagedCategoryOverride = { scoreThreshold: 40 };
  // @ts-expect-error no such ruleset is well known
  void ManagedRuleset.WAF;
  // @ts-expect-error a limit is a number
  new ZoneProvider(stack, 'h', { maxCustomFields: '40' });
  // @ts-expect-error no such setting
  new ZoneProvider(stack, 'i', { token: 't' });
  // @ts-expect-error elements have the attributes of a ruleset
  void new DataRulesets(stack, 'j', { zoneId: 'z' }).rulesets.get(0).rules;
}

type OwnJobProps =
  | 'zoneId'
  | 'customFields'
  | 'includeCustomFields'
  | 'destination'
  | 'destinationVersion'
  | 'ownershipChallenge'
  | 'storeSecrets'
  | 'fields'
  | 'timestamps'
  | 'sample'
  | 'outputOptions'
  | 'logpullOptions'
  | 'provider'
  | 'dependsOn'
  | 'count'
  | 'forEach'
  | 'lifecycle';
/** Every setting of the resource is a prop under its name, but for those that a job takes in a form of its own. */
type InAnotherForm = 'destinationConf' | 'destinationConfWo' | 'destinationConfWoVersion';
type SettingsOfResource = Exclude<
  keyof PropsOf<typeof logpushJobSchema>,
  InAnotherForm | 'ownershipChallengeWo' | OwnJobProps
>;
holds<Same<keyof LogpushJobProps, OwnJobProps | SettingsOfResource>>();
holds<'dataset' | 'maxUploadBytes' extends SettingsOfResource ? true : false>();

export function enumerationsTakeWordsAndTokens(stack: TerraformStack, variable: TerraformVariable): void {
  const zoneId = variable.stringValue;
  const token: IResolvable = Token.asAny(zoneId);
  const action = { zoneId: { rule: { action: token } }, other: { rule: { action: 'log' } } } as const;
  new LogpushJob(stack, 'c', {
    zoneId,
    destination: 'gs://b',
    kind: token,
    frequency: token,
    timestamps: token,
  });
  new LogpushJob(stack, 'd', { zoneId, destination: 'gs://b', kind: 'edge', timestamps: 'unix' });
  new LogpushJob(stack, 'e', {
    zoneId,
    destination: 'gs://b',
    outputOptions: { outputType: token, timestampFormat: 'rfc3339' },
  });
  new ManagedRulesMigration(stack, 'f', {
    zoneId,
    targetState: token,
    onDestroy: token,
    adjustments: action,
  });
  const target = new ManagedRulesMigration(stack, 'g', { zoneId, targetState: 'finished' }).targetState;
  new ManagedRulesMigration(stack, 'h', { zoneId, targetState: target });
  // @ts-expect-error the state is not one of the two
  new ManagedRulesMigration(stack, 'i', { zoneId, targetState: 'done' });
  // @ts-expect-error a text may be anything: the value of a variable is a token that may be given
  new ManagedRulesMigration(stack, 'j', { zoneId, targetState: variable.stringValue });
  // @ts-expect-error a gate records a row, and decides nothing
  new MigrationGate(stack, 'k', { zoneId, targetState: 'finished' });
}

export function mistakesOfJobsAreRefused(stack: TerraformStack, job: LogpushJob): void {
  // @ts-expect-error a destination is required
  new LogpushJob(stack, 'a', { zoneId: 'z' });
  // @ts-expect-error the construct decides where the destination is written
  new LogpushJob(stack, 'b', { zoneId: 'z', destination: 'gs://b', destinationConfWo: 'gs://b' });
  // @ts-expect-error what is write-only cannot be referred to
  void job.references.destinationConfWo;
  // @ts-expect-error keys go together
  LogDestination.s3({ bucket: 'b', region: 'r', accessKeyId: 'k' });
  // @ts-expect-error a bucket of this store has keys
  LogDestination.r2({ bucket: 'b', accountId: 'a' });
}
