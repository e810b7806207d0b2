import { managedRulesMigrationSchema } from '../../../../schema';

import { migration } from '../../../e2e/lifecycle/migration';
import { lifecycleOfCalls } from './called';
import { MIGRATIONS } from './migration-stories';

lifecycleOfCalls(migration, managedRulesMigrationSchema, MIGRATIONS);
