import { FieldsRegistry } from './log-custom-fields/fields-registry';
import { JobRegistry } from './logpush-job/job-registry';
import { MigrationRegistry } from './migration/migration-registry';

/**
 * What one run of the provider remembers of the objects that it was shown, from its configuration to its close.
 *
 * The engine shows one object at a time, several at once, without their addresses and in an order of its own. A
 * replacement comes as two objects, and a tainted object as if it were new. Whether two objects of one configuration or
 * state get in each other's way can only be told by what was shown before. So each registry keeps a record for each
 * thing at the service that objects share, and one for each object of the state where objects differ.
 *
 * Rules of all records:
 * - A record only ever gains: what was shown stays known until the run ends. Nothing outlives the run; what has to is in
 *   the private state of an object or in `creation-records`.
 * - What was shown is one thing and what is declared another, so a record has a member for each.
 * - Of two calls that conflict the later one is refused, whichever comes first. Where a record depends on the order
 *   otherwise, the member says which order the engine keeps.
 */
export class RunState {
  readonly fields = new FieldsRegistry();
  readonly jobs = new JobRegistry();
  readonly migrations = new MigrationRegistry();
}
