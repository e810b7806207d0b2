import { job } from './job';
import { lifecycleOf } from './lifecycle';

lifecycleOf(job);
