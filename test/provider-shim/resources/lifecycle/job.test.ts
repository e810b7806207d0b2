import { logpushJobSchema } from '../../../../schema';

import { job } from '../../../e2e/lifecycle/job';
import { lifecycleOfCalls } from './called';
import { JOBS } from './job-stories';

lifecycleOfCalls(job, logpushJobSchema, JOBS);
