/** How a scheme of `destination_conf` is treated (docs/service.md 5.6). */
export interface SchemeRules {
  /** Whether files are stored in a bucket, or posted to a receiver on the web. */
  readonly receiver: 'objects' | 'web';
  /** Whether a job needs a token that proves ownership. `without keys`: unless the destination has keys in it. */
  readonly challenge: 'always' | 'never' | 'without keys';
  /** Whether creating and updating a job uploads a test file (docs/service.md 5.2). */
  readonly tested: boolean;
  /** Query parameters that must be there. */
  readonly required: readonly string[];
}

/** The parameters of access keys to a bucket. */
export const KEY_PARAMETERS = ['access-key-id', 'secret-access-key'] as const;

/** Prefix of query parameters that become headers of the request to a web receiver. */
export const HEADER_PARAMETER = 'header_';

const WEB = { receiver: 'web', challenge: 'never', tested: true, required: [] } as const;
const OBJECTS = {
  receiver: 'objects',
  challenge: 'always',
  tested: false,
  required: [],
} as const;

/** The schemes of docs/service.md 5.6, and plain `http` for receivers on this machine. */
export const SCHEMES = {
  r2: {
    ...OBJECTS,
    challenge: 'never',
    required: ['account-id', ...KEY_PARAMETERS],
  },
  gs: OBJECTS,
  s3: { ...OBJECTS, challenge: 'without keys' },
  azure: { ...OBJECTS, required: ['sig'] },
  sumo: { ...WEB, challenge: 'always', tested: false },
  https: WEB,
  http: WEB,
  splunk: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  datadog: { ...WEB, required: [`${HEADER_PARAMETER}DD-API-KEY`] },
} as const satisfies Readonly<Record<string, SchemeRules>>;

export type Scheme = keyof typeof SCHEMES;

export function isScheme(name: string): name is Scheme {
  return Object.hasOwn(SCHEMES, name);
}

/** How that scheme is treated. */
export function schemeRules(scheme: Scheme): SchemeRules {
  return SCHEMES[scheme];
}
