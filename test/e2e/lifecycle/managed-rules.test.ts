import { managedRules } from './managed-rules';
import { lifecycleOf } from './lifecycle';

lifecycleOf(managedRules);
