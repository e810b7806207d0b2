import { managedRulesSchema } from '../../../../schema';

import { managedRules } from '../../../e2e/lifecycle/managed-rules';
import { lifecycleOfCalls } from './called';
import { MANAGED_RULES } from './managed-rules-stories';

lifecycleOfCalls(managedRules, managedRulesSchema, MANAGED_RULES);
