import type { ServiceClients, Time } from '../api';
import type { CreationRecords } from '../records/creation-records';
import type { Proofs } from './proofs';
import type { RunState } from './run-state';
import type { ServiceMessages } from './service-messages';

/** What the provider's configuration gives to every resource and data source. */
export interface Configured extends ServiceClients {
  /** The base URL of the service. */
  readonly service: string;
  /** Custom log fields that a zone may have (docs/internals/service.md 8; more where the service grants more). */
  readonly maxCustomFields: number;
  /** Whether each step of a migration needs an approval. */
  readonly requiresApproval: boolean;
  /** After how many failed migrations of a run no other one begins; undefined for any number. */
  readonly maxFailedMigrations: number | undefined;
  /** Asks the service at plan whether it would accept what is to be written. */
  readonly proofs: Proofs;
  /** What the service says beside its answers. */
  readonly messages: ServiceMessages;
  /** What this run remembers of the objects that it was shown. */
  readonly runState: RunState;
  /** 24 hexadecimal digits that were never there before. */
  readonly newToken: () => string;
  /** Creations whose objects may not be in the state. */
  readonly creationRecords: CreationRecords;
  /** Where the time comes from that apply waits for the service. */
  readonly time: Time;
  /** The folder that the engine runs in: the root module. */
  readonly folder: string;
}
