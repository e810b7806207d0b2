import { rulesetCreation, rulesetUpdate, type ZoneClient } from '../../../provider-shim/api';
import { KIND_ZONE, PHASE_MANAGED_RULES } from '../../../schema';

export const ZONE = '0'.repeat(32);

/** The methods of the client that are no operation of the service. */
type NoOperation = 'request' | 'unexpected' | 'zoneNames' | 'close' | 'release';

export type OperationName = Exclude<keyof ZoneClient, NoOperation>;

interface Operation {
  readonly call: (client: ZoneClient) => Promise<unknown>;
  /** Whether the request may be sent again when it may have taken effect. */
  readonly repeatable: boolean;
  /** A result that the operation takes. */
  readonly result: unknown;
}

export const RULESET = { id: 'r', kind: KIND_ZONE, phase: PHASE_MANAGED_RULES, rules: [] };
const NOTHING = { output: {}, options: [] };
export const JOB = { id: 17, destination_conf: 'r2://bucket/logs', dataset: 'http_requests' };

const read = (call: Operation['call'], result: unknown): Operation => ({ call, result, repeatable: true });
const write = (call: Operation['call'], result: unknown): Operation => ({ call, result, repeatable: false });

/** Every operation of the client: the compiler finds one that is missing. */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  zoneDetails: read((client) => client.zoneDetails(ZONE), { id: ZONE, name: 'example.com' }),
  listedDetails: read((client) => client.listedDetails(ZONE), { id: ZONE, name: 'example.com' }),
  listRulesets: read((client) => client.listRulesets(ZONE), [RULESET]),
  getRuleset: read((client) => client.getRuleset(ZONE, 'r'), RULESET),
  getEntrypoint: read((client) => client.getEntrypoint(ZONE, PHASE_MANAGED_RULES), RULESET),
  writeRuleset: write(
    (client) =>
      client.writeRuleset(rulesetCreation(ZONE, { name: 'n', kind: KIND_ZONE, phase: PHASE_MANAGED_RULES })),
    RULESET,
  ),
  knowsDryRun: read((client) => client.knowsDryRun(rulesetUpdate(ZONE, 'r', { rules: [] })), null),
  dryRun: read((client) => client.dryRun(rulesetUpdate(ZONE, 'r', { rules: [] })), null),
  getRulesetVersion: read((client) => client.getRulesetVersion(ZONE, 'r', '1'), RULESET),
  deleteRule: read((client) => client.deleteRule(ZONE, 'r', 'x'), RULESET),
  listLogpushJobs: read((client) => client.listLogpushJobs(ZONE), [JOB]),
  getLogpushJob: read((client) => client.getLogpushJob(ZONE, 17), JOB),
  createLogpushJob: write((client) => client.createLogpushJob(ZONE, { dataset: 'http_requests' }), JOB),
  updateLogpushJob: read(
    (client) =>
      client.updateLogpushJob(ZONE, { id: 17, further: NOTHING, output_options: null }, { enabled: true }),
    JOB,
  ),
  deleteLogpushJob: read((client) => client.deleteLogpushJob(ZONE, 17), { id: 17 }),
  logpushFields: read((client) => client.logpushFields(ZONE, 'http_requests'), { RayID: 'string' }),
  validateLogpush: read(
    (client) => client.validateLogpush(ZONE, { of: 'destination', body: { destination_conf: 'gs://b' } }),
    { valid: true, message: '' },
  ),
  requestOwnershipChallenge: read((client) => client.requestOwnershipChallenge(ZONE, 'gs://bucket/logs'), {
    filename: 'f',
    valid: true,
    message: '',
  }),
  checkCompatibility: read((client) => client.checkCompatibility(ZONE), { compatible: true }),
  getMigrationConfiguration: read((client) => client.getMigrationConfiguration(ZONE), {
    name: 'default',
    rules: [],
  }),
  getMigrationStatus: read((client) => client.getMigrationStatus(ZONE), { migration_state: 'start' }),
  saveManagedRules: write(
    (client) => client.saveManagedRules(ZONE, { name: 'n', rules: [] }, 'validation'),
    RULESET,
  ),
  listWafPackages: read((client) => client.listWafPackages(ZONE), [{ id: 'p' }]),
  listWafGroups: read((client) => client.listWafGroups(ZONE, 'p'), [{ id: 'g' }]),
  listCoreRuleSets: read((client) => client.listCoreRuleSets(ZONE), [{ id: 'p' }]),
  listWafRules: read((client) => client.listWafRules(ZONE, 'p'), [{ id: 'w' }]),
  listUriOverrides: read((client) => client.listUriOverrides(ZONE), [{ id: 'o' }]),
  deleteUriOverride: read((client) => client.deleteUriOverride(ZONE, 'o'), { id: 'o' }),
  listFirewallRules: read((client) => client.listFirewallRules(ZONE), [{ id: 'f' }]),
  listPageRules: read((client) => client.listPageRules(ZONE), [{ id: 'u' }]),
};

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
