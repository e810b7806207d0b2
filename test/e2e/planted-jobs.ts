import type { FaultEffect } from '../../emulator';

/** Jobs whose destinations and tokens hold planted secrets, and what a service may do with them. */
export const API_TOKEN = 'planted-api-token-0123456789abcdefghijklmn';
export const KEY_ID = 'PLANTEDID0123456789X';
export const KEY = 'planted/Key+0123456789/abcdefghij=';
const HEADER = 'cGxhbnRlZDpwYXNzd29yZC1pbi1hLWhlYWRlcg';
export const CHALLENGE = 'planted.Challenge-0123456789.abcdefghij';
const SECRETS = [API_TOKEN, KEY_ID, KEY, HEADER, CHALLENGE];

const query = `access-key-id=${KEY_ID}&secret-access-key=${encodeURIComponent(KEY)}`;
export const BUCKET = `s3://logs/http?region=eu-central-1&${query}`;
const WEB = `https://logs.example.com/collect?header_Authorization=Basic%20${HEADER}`;
/** Needs a token, and none for it was ever made. */
const FOREIGN = 's3://logs/http?region=eu-central-1';
export const REFUSED = `https://refused.example.com/collect?header_Authorization=Basic%20${HEADER}`;

interface Case {
  readonly destination: string;
  /** What happens to every request of the zone while there are failures. */
  readonly effect?: FaultEffect;
  /** The service refuses it by itself. */
  readonly never?: true;
}

const envelope = (status: number, message: string): FaultEffect => ({
  kind: 'answer',
  status,
  body: { success: false, errors: [{ code: 1002, message }], messages: [], result: null },
});
const page = (status: number, text: string): FaultEffect => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${text}</title></head><body>${text}</body></html>`,
});
const result = (value: unknown): FaultEffect => ({
  kind: 'answer',
  status: 200,
  body: { success: true, errors: [], messages: [], result: value },
});

/** Each case gets a zone of its own. */
export const CASES: Readonly<Record<string, Case>> = {
  'a bucket': { destination: BUCKET },
  'a receiver on the web': { destination: WEB },
  'a refused token': { destination: FOREIGN, never: true },
  'a refused destination': { destination: REFUSED, never: true },
  '400 that quotes the destination': {
    destination: BUCKET,
    effect: envelope(400, `cannot push to "${BUCKET}"`),
  },
  '400 that quotes it as JSON': {
    destination: WEB,
    effect: envelope(400, JSON.stringify({ destination_conf: WEB, ownership_challenge: CHALLENGE })),
  },
  '502 with a page that quotes it': { destination: BUCKET, effect: page(502, `Bad ${BUCKET}`) },
  '200 with a page': { destination: WEB, effect: page(200, WEB) },
  'a job of another form': { destination: BUCKET, effect: result([{ id: 'x', destination_conf: BUCKET }]) },
  'a destination in place of a job': { destination: BUCKET, effect: result(BUCKET) },
  'a redirect': {
    destination: BUCKET,
    effect: {
      kind: 'answer',
      status: 302,
      headers: { location: `http://127.0.0.1:1/?to=${encodeURIComponent(BUCKET)}` },
    },
  },
  'broken JSON': { destination: BUCKET, effect: { kind: 'malformed-json' } },
  'a cut-off body': { destination: WEB, effect: { kind: 'truncated-body' } },
  'a cut connection': { destination: BUCKET, effect: { kind: 'cut', moment: 'after-write' } },
};

/** Every kind of destination with a secret of its own, where such a destination has it. */
const KINDS: Readonly<Record<string, (secret: string) => string>> = {
  gs: (secret) => `gs://logs/http?token=${secret}`,
  azure: (secret) => `azure://logs/http?sv=2024-01-01&sig=${secret}`,
  r2: (secret) => `r2://logs/http?account-id=a1&access-key-id=${KEY_ID}&secret-access-key=${secret}`,
  splunk: (secret) =>
    `splunk://splunk.example.com/services/collector/raw?channel=c&header_Authorization=${secret}`,
  datadog: (secret) => `datadog://intake.example.com/v1/input?header_DD-API-KEY=${secret}`,
  kinesis: (secret) => `kinesis://stream?region=r&access-key-id=${KEY_ID}&secret-access-key=${secret}`,
  sentinelone: (secret) =>
    `sentinelone://ingest.example.com/services/collector/raw?sourcetype=t&header_Authorization=${secret}`,
  ibmcl: (secret) => `ibmcl://i.ingress.eu.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=${secret}`,
  sumo: (secret) => `sumo://endpoint.example.com/receiver/v1/http/${secret}`,
  's3 with an endpoint': (secret) =>
    `s3://logs/http?region=auto&endpoint=store.example.com&access-key-id=${KEY_ID}&secret-access-key=${secret}`,
  'https with a password': (secret) => `https://me:${secret}@logs.example.com/collect`,
  'https with a path': (secret) => `https://logs.example.com/hooks/${secret}`,
  bq: (secret) => `bq://projects/p/datasets/d/tables/t?credentials=base64:${secret}`,
  'a kind of tomorrow': (secret) => `tomorrow://logs.example.com/in?key=${secret}`,
};
const secretOf = (kind: string): string => `planted${kind.replace(/\W/g, '')}5f0c1d7e9a42`;
/** The service asks for a token of ownership, and none for these was ever made. */
const OWNED = ['gs', 'azure', 'sumo', 'a kind of tomorrow'];

/** What only a service that was just told a secret quotes: the parts by themselves. */
const WHILE_WRITING: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([kind, destinationWith]): [string, Case] => {
      const [secret, destination] = [secretOf(kind), destinationWith(secretOf(kind))];
      const effect = envelope(
        400,
        `cannot push to ${destination}: ${secret} or ${encodeURIComponent(destination)}`,
      );
      return [
        `400 that quotes ${kind}`,
        { destination, effect, ...(OWNED.includes(kind) && { never: true }) },
      ];
    }),
  ),
  '400 that quotes the parts': {
    destination: BUCKET,
    effect: envelope(400, `key ${KEY_ID}, ${KEY} or ${encodeURIComponent(KEY)}; token ${CHALLENGE}`),
  },
};

export const ALL = Object.entries({ ...CASES, ...WHILE_WRITING }).map(([name, one], index) => ({
  ...one,
  name,
  zone: (index + 1).toString(16).padStart(32, '0'),
}));

/** The forms in which a text may hold a secret, whole or in half. */
function formsOf(secret: string): readonly string[] {
  const half = Math.ceil(secret.length / 2);
  return [
    secret,
    secret.slice(0, half),
    secret.slice(half),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
}

/** Base64 of a text inside of another one is not that of the text: any of three begins somewhere in it. */
const DESTINATION_FORMS = [BUCKET, WEB].flatMap((text) => [
  Buffer.from(text).toString('base64'),
  encodeURIComponent(text),
]);

export const FORMS = [
  ...[...SECRETS, ...Object.keys(KINDS).map(secretOf)].flatMap(formsOf),
  ...DESTINATION_FORMS,
];
