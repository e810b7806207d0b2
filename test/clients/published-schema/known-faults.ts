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
    'recorded jobs have their filter, as text (docs/internals/service.md 5.2)',
  ),
  known(
    /^logpush\.(?:jobs|datasets\.jobs)\./,
    /^\/result(?:\/\d+)?\/time_created$/,
    'recorded jobs say when they were made, which the schema does not know (docs/internals/service.md 5.2)',
  ),
  known(
    /^firewall\.rules\./,
    /^\/result(?:\/\d+)?\/priority$/,
    'captured firewall rules without a priority have null (docs/internals/service.md 7.8)',
  ),
  known(
    /^rulesets\./,
    /^\/errors\/\d+$/,
    'the schema of errors that the SDK exports is not that of rulesets, whose errors need no code',
  ),
];

/** Bodies that the published schema does not allow and the emulator takes: the operation with its title, the status and path. */
export const ACCEPTED_ANYWAY: readonly {
  readonly bodies: RegExp;
  readonly path: RegExp;
  readonly because: string;
}[] = [
  {
    bodies: /^rulesets\.\S+ with a rule to (?!log_custom_field$|execute$|skip$)/,
    path: /^200 (?:\/rules\/0)?\/action_parameters(?:\/|$)/,
    because: 'phases that are only stored take any action parameters',
  },
  {
    bodies: /^firewall\.waf\.overrides\.update/,
    path: /^200 \/rewrite_action$/,
    because: 'the clients that manage overrides leave out rewrite_action where nothing is rewritten',
  },
];
