import { fields } from './fields';
import { lifecycleOf } from './lifecycle';

lifecycleOf(fields);
