import { INVALID_VALUE } from '../checks/reader';
import { Refusal } from './refusal';
import type { ServiceSettings } from './settings';

/** An error. Details of the request replace the names in braces. */
interface ErrorForm {
  readonly status: number;
  /** The code, or the setting that holds it. */
  readonly code: number | 'notEntitledCode';
  readonly message: string;
  /** @default - none */
  readonly pointer?: string;
  /** @default - none */
  readonly documentationUrl?: string;
}

/** The errors that differ between the models (docs/internals/service.md 2.3, 3.4). The setting `errors` chooses the column. */
export const ERRORS = {
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
} as const satisfies Readonly<Record<string, Readonly<Record<ServiceSettings['errors'], ErrorForm>>>>;

/** Why a value is refused (docs/internals/service.md 3.4), after `'…' is not a valid value for … because`. */
const REASONS = {
  blankExpression: { specification: 'it must not be blank', today: 'the expression cannot be blank' },
  actionOutsidePhase: {
    specification: 'it must be {actions}',
    today: 'it is not possible to use the {action} action in a ruleset with phase {phase} and kind zone',
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
        code: typeof code === 'number' ? code : settings[code],
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
