import type { Target } from './target';
import { EMULATOR_TARGETS } from './targets/emulator';
import { HOST_TARGETS } from './targets/host';
import { SERVICE_TARGETS } from './targets/service-answers';
import { TEXT_TARGETS } from './targets/texts';
import { VALUE_TARGETS } from './targets/values';

/** Every decoder of something that others send. */
export const TARGETS: readonly Target[] = [
  ...VALUE_TARGETS,
  ...HOST_TARGETS,
  ...TEXT_TARGETS,
  ...SERVICE_TARGETS,
  ...EMULATOR_TARGETS,
];
