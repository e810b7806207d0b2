import { managedRulesSchema } from '../../../../schema';

import { managedRules } from '../../../e2e/lifecycle/managed-rules';
import { lifecycleOfCalls } from './called';

lifecycleOfCalls('managed-rules', managedRules, managedRulesSchema);
