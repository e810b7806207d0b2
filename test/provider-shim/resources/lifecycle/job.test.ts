import { logpushJobSchema } from '../../../../schema';

import { job } from '../../../e2e/lifecycle/job';
import { lifecycleOfCalls } from './called';

lifecycleOfCalls('job', job, logpushJobSchema);
