import {
  LogCustomFields,
  LogDestination,
  LogpushJob,
  DataManagedRulesStatus,
  EphemeralLogpushOwnershipChallenge,
  ZoneProvider,
} from '../../../lib';
import { bare, withProvider } from '../app-of-stacks';
import { OPEN, ZONE } from '../logpush-stack';
import { cookies, fieldsOf, wrongCompositions, type Row } from './wrong-compositions';

const providers: readonly Row[] = [
  [
    'only aliases, and none is named',
    (app) => {
      const stack = bare(app, 'logs');
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      new ZoneProvider(stack, 'us', { alias: 'us' });
      fieldsOf(stack);
      new DataManagedRulesStatus(stack, 'named', { zoneId: ZONE, provider });
    },
    '[logs] logs/fields names no provider, and every ZoneProvider of the stack has an alias ("eu", "us"), so the engine would use a default configuration from its environment. Pass one of them as provider, or remove the alias of the one to use.',
  ],
  [
    'a provider of another stack',
    (app) => {
      const provider = new ZoneProvider(bare(app, 'a'), 'eu', { alias: 'eu' });
      new LogCustomFields(withProvider(app, 'b'), 'fields', { zoneId: ZONE, cookies, provider });
    },
    '[b] provider: a/eu is not in the stack of b/fields, and a stack can use only its own configurations. Declare a ZoneProvider in this stack, and pass that one or remove provider.',
  ],
  [
    'a job of another provider than its fields',
    (app) => {
      const stack = withProvider(app);
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const customFields = fieldsOf(stack);
      new LogpushJob(stack, 'job', { customFields, provider, destination: OPEN });
    },
    '[logs/job] provider: The job uses logs/eu, but its customFields, logs/fields, uses logs/zone: the two would be created in different places. Give both the same provider. A job without one uses that of its customFields.',
  ],
  [
    'fields of another stack at another service',
    (app) => {
      const [a, b] = [bare(app, 'a'), bare(app, 'b')];
      new ZoneProvider(a, 'zone', { baseUrl: 'https://staging.example.com/client/v4' });
      new ZoneProvider(b, 'zone', { baseUrl: 'https://api.example.com/client/v4' });
      new LogpushJob(b, 'job', { customFields: fieldsOf(a), destination: OPEN });
    },
    '[b/job] provider: The job uses b/zone, but its customFields, a/fields, uses a/zone: the two would be created in different places. Give the job a provider of its own stack for the same service.',
  ],
  [
    'a challenge of another provider than its job',
    (app) => {
      const stack = withProvider(app);
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies, provider });
      const destination = LogDestination.gcs({ bucket: 'logs' });
      const ownershipChallenge = new EphemeralLogpushOwnershipChallenge(stack, 'challenge', {
        zoneId: ZONE,
        destination,
      });
      new LogpushJob(stack, 'job', { customFields, destination, ownershipChallenge });
    },
    '[logs/job] provider: The job uses logs/eu, but its ownershipChallenge, logs/challenge, uses logs/zone: the two would be created in different places. Give both the same provider. A job without one uses that of its customFields.',
  ],
];

wrongCompositions('providers', providers);
