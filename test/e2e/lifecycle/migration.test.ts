import { migration } from './migration';
import { lifecycleOf } from './lifecycle';

lifecycleOf(migration);
