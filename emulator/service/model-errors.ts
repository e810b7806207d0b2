import { INVALID_VALUE } from '../checks/reader';
import { Refusal } from '../errors/refusal';
import type { ServiceSettings } from './settings';

/** An error. Details of the request replace the names in braces. */
interface ErrorForm {
  readonly status: number;
  /** The code, or the setting that holds it. @default - none */
  readonly code?: number | 'missingEntryPointCode' | 'notEntitledCode';
  readonly message: string;
  /** @default - none */
  readonly pointer?: string;
  /** @default - none */
  readonly documentationUrl?: string;
}

const NO_ENTRY_POINT: ErrorForm = {
  status: 404,
  code: 'missingEntryPointCode',
  message: 'could not find entrypoint ruleset in the {phase} phase',
};

/** Clients print the codes of errors, and for this one there is none (docs/service.md 2.3). */
const UNKNOWN_MEMBER_OF_RULESET: ErrorForm = {
  status: 400,
  message: 'invalid JSON: unknown field "{member}"',
};

/** The published schema wants a code for every error but those of rulesets; this one is our own choice. */
const UNKNOWN_MEMBER: ErrorForm = { ...UNKNOWN_MEMBER_OF_RULESET, code: 6007 };

const TOO_MANY_JOBS: ErrorForm = {
  status: 403,
  code: 1004,
  message: 'creating a new job is not allowed: exceeded max jobs allowed',
};

const RETIRED_OPERATION: ErrorForm = {
  status: 410,
  code: 1040,
  message: 'This operation of the previous managed rules is retired; the ruleset API replaces it',
};

/**
 * The errors that differ between the models, and those that only another setting of a model causes (docs/service.md
 * 2.3, 3.4, 5.8, 7.7). The setting `errors` chooses the column.
 */
const ERRORS = {
  /** The phase has no ruleset. */
  noEntryPoint: { specification: NO_ENTRY_POINT, today: NO_ENTRY_POINT },
  /** The zone's plan does not include the phase. */
  phaseNotIncluded: {
    specification: {
      status: 403,
      code: INVALID_VALUE,
      message: "'{phase}' is not a valid value for phase because the {plan} plan does not include it",
      pointer: '/phase',
    },
    today: { status: 400, code: 'notEntitledCode', message: 'not entitled to use the phase {phase}' },
  },
  /** A token has no permission in the area of the operation. */
  missingPermission: {
    specification: { status: 403, code: 10000, message: 'Authentication error' },
    today: { status: 403, code: 10000, message: 'Forbidden', documentationUrl: '{page}' },
  },
  /** With `unknown_members: invalid_json`, a body about rulesets has a member that the service does not know. */
  unknownMemberOfRuleset: { specification: UNKNOWN_MEMBER_OF_RULESET, today: UNKNOWN_MEMBER_OF_RULESET },
  /** The same, in any other body. */
  unknownMember: { specification: UNKNOWN_MEMBER, today: UNKNOWN_MEMBER },
  /** The zone has as many log push jobs as `logpush_jobs` allows. */
  tooManyJobs: { specification: TOO_MANY_JOBS, today: TOO_MANY_JOBS },
  /** With `uri_overrides: retired`, an operation for URI-based overrides. */
  retiredOperation: { specification: RETIRED_OPERATION, today: RETIRED_OPERATION },
} as const satisfies Readonly<Record<string, Readonly<Record<ServiceSettings['errors'], ErrorForm>>>>;

/** Why a value is refused (docs/service.md 3.4), after `'…' is not a valid value for … because`. */
const REASONS = {
  blankExpression: { specification: 'it must not be blank', today: 'the expression cannot be blank' },
  actionOutsidePhase: {
    specification: 'it must be {actions}',
    today: 'it is not possible to use the {action} action in a ruleset with phase {phase} and kind {kind}',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<ServiceSettings['errors'], string>>>>;

type Details = Readonly<Record<string, string>>;

/** The error in the form that the settings choose. */
export function modelError(
  settings: ServiceSettings,
  error: keyof typeof ERRORS,
  details: Details = {},
): Refusal {
  const { status, code, message, pointer, documentationUrl }: ErrorForm = ERRORS[error][settings.errors];
  const page = filled(documentationUrl ?? '', details);
  return new Refusal({
    status,
    errors: [
      {
        ...(code !== undefined && { code: typeof code === 'number' ? code : settings[code] }),
        message: filled(message, details),
        ...(page !== '' && { documentation_url: page }),
        ...(pointer !== undefined && { source: { pointer } }),
      },
    ],
  });
}

/** The reason in the form that the settings choose. */
export function modelReason(
  settings: ServiceSettings,
  reason: keyof typeof REASONS,
  details: Details = {},
): string {
  return filled(REASONS[reason][settings.errors], details);
}

function filled(text: string, details: Details): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => details[name] ?? '');
}
