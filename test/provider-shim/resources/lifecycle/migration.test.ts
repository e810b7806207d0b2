import { managedRulesMigrationSchema } from '../../../../schema';

import { migration } from '../../../e2e/lifecycle/migration';
import { lifecycleOfCalls } from './called';

lifecycleOfCalls('migration', migration, managedRulesMigrationSchema);
