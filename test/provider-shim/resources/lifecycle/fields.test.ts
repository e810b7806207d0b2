import { logCustomFieldsSchema } from '../../../../schema';

import { fields } from '../../../e2e/lifecycle/fields';
import { lifecycleOfCalls } from './called';

lifecycleOfCalls('fields', fields, logCustomFieldsSchema);
