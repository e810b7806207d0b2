import type { AnswerFault } from './validate-answer';

/** Where the published schema differs from what the service answers. */
interface KnownFault {
  readonly methods: RegExp;
  /** A path into the answer. */
  readonly path: RegExp;
  readonly because: string;
  covers(method: string, fault: AnswerFault): boolean;
}

function known(methods: RegExp, path: RegExp, because: string): KnownFault {
  return {
    methods,
    path,
    because,
    covers: (method, fault) => methods.test(method) && path.test(fault.path),
  };
}

/** Faults of the published schema: the emulator answers like the service, as it was recorded or is documented. */
export const KNOWN_FAULTS: readonly KnownFault[] = [
  known(
    /^logpush\.(?:jobs|datasets\.jobs)\./,
    /^\/result(?:\/\d+)?\/filter$/,
    'recorded jobs have their filter, as text (docs/service.md 5.2)',
  ),
  known(
    /^firewall\.rules\./,
    /^\/result(?:\/\d+)?\/priority$/,
    'captured firewall rules without a priority have null (docs/service.md 7.7)',
  ),
];

/** What the published schema does not allow and the service takes: the methods, the status and path, and why. */
export const ACCEPTED_ANYWAY: readonly {
  readonly methods: RegExp;
  readonly path: RegExp;
  readonly because: string;
}[] = [];
