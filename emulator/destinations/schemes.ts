/** How a scheme of `destination_conf` is treated (docs/internals/service.md 5.6, 5.7). */
export interface SchemeRules {
  /** Whether files are stored, in a bucket, table or stream, or posted to a receiver on the web. */
  readonly receiver: 'objects' | 'web';
  /** Whether a job needs a token that proves ownership. `without keys`: unless the destination has keys in it. */
  readonly challenge: 'always' | 'never' | 'without keys';
  /** Whether creating and updating a job uploads a test file, and which (docs/internals/service.md 5.2, 5.7). */
  readonly test: 'none' | 'file' | 'empty file';
  /** Required query parameters. */
  readonly required: readonly string[];
  /** The least `max_upload_bytes` of a job, besides 0. */
  readonly leastUploadBytes: number;
}

/** The parameters of access keys. */
export const KEY_PARAMETERS = ['access-key-id', 'secret-access-key'] as const;

/** Prefix of query parameters that become headers of the request to a web receiver. */
export const HEADER_PARAMETER = 'header_';

/** The parameter with the key for IBM Cloud Logs. */
const IBM_KEY = 'ibm_api_key';

const ANY = { leastUploadBytes: 5_000_000, required: [] } as const;
const WEB = { ...ANY, receiver: 'web', challenge: 'never', test: 'file' } as const;
const OBJECTS = { ...ANY, receiver: 'objects', challenge: 'always', test: 'none' } as const;

/** The schemes of docs/internals/service.md 5.7, and plain `http` for receivers on this machine. */
const SCHEMES = {
  r2: {
    ...OBJECTS,
    challenge: 'never',
    required: ['account-id', ...KEY_PARAMETERS],
  },
  gs: OBJECTS,
  s3: { ...OBJECTS, challenge: 'without keys' },
  azure: { ...OBJECTS, required: ['sig'] },
  bq: {
    ...OBJECTS,
    challenge: 'never',
    test: 'empty file',
  },
  kinesis: { ...OBJECTS, challenge: 'never', required: ['region'] },
  sumo: { ...WEB, challenge: 'always', test: 'none' },
  https: WEB,
  http: WEB,
  splunk: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  datadog: {
    ...WEB,
    required: [`${HEADER_PARAMETER}DD-API-KEY`],
  },
  sentinelone: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  ibmcl: {
    ...WEB,
    required: [IBM_KEY],
    leastUploadBytes: 2_000_000,
  },
} as const satisfies Readonly<Record<string, SchemeRules>>;

export type Scheme = keyof typeof SCHEMES;

export const SCHEME_NAMES = Object.keys(SCHEMES) as readonly Scheme[];

export function isScheme(name: string): name is Scheme {
  return Object.hasOwn(SCHEMES, name);
}

/** The treatment of that scheme. */
export function schemeRules(scheme: Scheme): SchemeRules {
  return SCHEMES[scheme];
}
