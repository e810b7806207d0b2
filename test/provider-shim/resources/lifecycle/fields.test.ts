import { logCustomFieldsSchema } from '../../../../schema';

import { fields } from '../../../e2e/lifecycle/fields';
import { lifecycleOfCalls } from './called';
import { FIELDS_STORIES } from './field-stories';

lifecycleOfCalls(fields, logCustomFieldsSchema, FIELDS_STORIES);
