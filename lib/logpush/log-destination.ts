import {
  HEADER_PREFIX,
  isUnknown,
  mayHoldSecrets,
  needsOwnershipChallenge,
  type Problem,
} from '../../schema';
import { known } from '../binding/known';
import { isRecognized, recognizable } from '../binding/marks';
import type { Named } from '../binding/attribute-values';
import { unknownNames } from '../binding/prop-names';
import { MISUSES } from '../binding/misused';
import type { LogpushJobArguments } from '../props';
import { build, type DestinationParts } from './build-destination';

const LOG_DESTINATION = Symbol.for('zonewright/LogDestination');

/** A place below a bucket. */
export interface BucketPath {
  /** Name of the bucket. */
  readonly bucket: string;
  /**
   * Below the bucket; `{DATE}` becomes the day, `20250131`.
   * @default the bucket's root
   */
  readonly path?: string;
}

/** Credentials of an object store. Pass them through sensitive variables. */
export interface StoreKeys {
  /** The id of the key. */
  readonly accessKeyId: string;
  /** The key's secret. */
  readonly secretAccessKey: string;
}

/** A receiver on the web. */
export interface Receiver {
  /** The host name, with its port unless it is the default. */
  readonly host: string;
  /** Path at the host. @default that of the kind of receiver, e.g. `services/collector/raw` for Splunk */
  readonly path?: string;
}

/** What the text of a destination does not show, or has in a token. */
export interface DestinationFacts {
  /** Whether the service accepts it only with a token that proves ownership. @default what its scheme needs */
  readonly needsChallenge?: boolean;
  /**
   * Whether its text holds secrets.
   * @default false for an object store without credentials, true for everything else
   */
  readonly holdsSecrets?: boolean;
}

/**
 * Where a log push job delivers to. Values are encoded for their place. They may be tokens, such as sensitive
 * variables, which the engine encodes.
 *
 * @example
 * LogDestination.s3({ bucket: 'logs', path: 'http/{DATE}', region: 'us-east-1' })
 */
export class LogDestination {
  /** The problems of its parts. They show no value. */
  declare readonly problems: readonly Problem[];

  private constructor(
    /** The text for the service, `destination_conf`. */
    readonly conf: string,
    /** Whether the service accepts it only with a token that proves ownership; undefined if that is unknown. */
    readonly needsChallenge: boolean | undefined,
    /** Whether the text has, or may have, secrets. */
    readonly holdsSecrets: boolean,
    check: () => readonly Problem[] = () => [],
  ) {
    recognizable(this, LOG_DESTINATION);
    Object.defineProperty(this, 'problems', { get: check, enumerable: true });
  }

  private static built(given: object, parts: DestinationParts): LogDestination {
    const { conf, needsChallenge, holdsSecrets, problems } = build(given as Named, parts);
    return new LogDestination(conf, needsChallenge, holdsSecrets, problems);
  }

  /** Problems of what uses it, with those of its parts, which say more of a misused value than its text does. */
  withProblems(found: readonly Problem[]): readonly Problem[] {
    const own = this.problems.map((problem) => ({ ...problem, path: ['destination'] }));
    const isTold = own.some(({ code }) => MISUSES.has(code));
    return [...found.filter(({ path }) => !isTold || path[0] !== 'destination'), ...own];
  }

  /** A bucket of S3. With keys it needs no challenge. */
  static s3(
    props: BucketPath & {
      readonly region: string;
      /**
       * Encryption at the store, e.g. `AES256`.
       * @default the bucket's own
       */
      readonly encryption?: string;
    } & (StoreKeys | { readonly accessKeyId?: undefined; readonly secretAccessKey?: undefined }),
  ): LogDestination {
    const { region, encryption, accessKeyId, secretAccessKey } = props;
    const hasKeys = accessKeyId !== undefined || secretAccessKey !== undefined;
    return LogDestination.built(props, {
      optional: ['encryption', 'accessKeyId', 'secretAccessKey'],
      builder: 's3',
      place: 'bucket',
      required: { region, ...(hasKeys && { accessKeyId, secretAccessKey }) },
      parameters: {
        region,
        sse: encryption,
        // One of two is refused as that, not as a destination without keys.
        'access-key-id': hasKeys ? (accessKeyId ?? '') : undefined,
        'secret-access-key': hasKeys ? (secretAccessKey ?? '') : undefined,
      },
    });
  }

  /** A store with the S3 protocol at its own endpoint, e.g. `store.example.com`. */
  static s3Compatible(
    props: BucketPath & StoreKeys & { readonly endpoint: string; readonly region: string },
  ): LogDestination {
    const { endpoint, region, accessKeyId, secretAccessKey } = props;
    return LogDestination.built(props, {
      builder: 's3Compatible',
      scheme: 's3',
      place: 'bucket',
      required: { endpoint, region, accessKeyId, secretAccessKey },
      parameters: {
        endpoint,
        region,
        'access-key-id': accessKeyId,
        'secret-access-key': secretAccessKey,
      },
    });
  }

  /** A bucket of R2. */
  static r2(props: BucketPath & StoreKeys & { readonly accountId: string }): LogDestination {
    const { accountId, accessKeyId, secretAccessKey } = props;
    return LogDestination.built(props, {
      builder: 'r2',
      place: 'bucket',
      required: { accountId, accessKeyId, secretAccessKey },
      parameters: {
        'account-id': accountId,
        'access-key-id': accessKeyId,
        'secret-access-key': secretAccessKey,
      },
    });
  }

  /** A bucket of Google Cloud Storage. Needs a challenge. */
  static gcs(props: BucketPath): LogDestination {
    return LogDestination.built(props, { builder: 'gcs', scheme: 'gs', place: 'bucket' });
  }

  /** A container of Azure Blob Storage. Needs a challenge. */
  static azure(props: {
    readonly container: string;
    readonly path?: string;
    /** The shared access signature of the store. */
    readonly sasToken: string;
  }): LogDestination {
    const { sasToken } = props;
    return LogDestination.built(props, {
      builder: 'azure',
      place: 'container',
      required: { sasToken },
      query: sasToken,
    });
  }

  /** An HTTPS receiver. `headers` are sent with each batch. */
  static https(props: Receiver & { readonly headers?: Readonly<Record<string, string>> }): LogDestination {
    const { headers = {} } = props;
    return LogDestination.built(props, {
      optional: ['headers'],
      builder: 'https',
      place: 'host',
      required: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`headers[${JSON.stringify(name)}]`, value]),
      ),
      parameters: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`${HEADER_PREFIX}${name}`, value]),
      ),
    });
  }

  /** A Splunk HTTP event collector. */
  static splunk(
    props: Receiver & {
      readonly channel: string;
      /** Of the collector, without the word `Splunk`. */
      readonly token: string;
      /** @default none */
      readonly sourceType?: string;
      /** @default false */
      readonly insecureSkipVerify?: boolean;
    },
  ): LogDestination {
    const { channel, token, sourceType } = props;
    return LogDestination.built(props, {
      optional: ['sourceType', 'insecureSkipVerify'],
      builder: 'splunk',
      place: 'host',
      defaultPath: 'services/collector/raw',
      required: { channel, token },
      parameters: {
        channel,
        'insecure-skip-verify': String(props.insecureSkipVerify ?? false),
        sourcetype: sourceType,
        header_Authorization: `Splunk ${token}`,
      },
    });
  }

  /** A Datadog intake. */
  static datadog(
    props: Receiver & {
      readonly apiKey: string;
      /** @default none */
      readonly tags?: Readonly<Record<string, string>>;
    },
  ): LogDestination {
    const { apiKey, tags } = props;
    return LogDestination.built(props, {
      optional: ['tags'],
      builder: 'datadog',
      place: 'host',
      defaultPath: 'api/v2/logs',
      required: { apiKey },
      parameters: {
        'header_DD-API-KEY': apiKey,
        ddtags:
          tags &&
          Object.entries(tags)
            .map((tag) => tag.join(':'))
            .join(','),
      },
    });
  }

  /** A Sumo Logic HTTP source; its path is the secret. Needs a challenge. */
  static sumo(props: Receiver & { readonly path: string }): LogDestination {
    const required = { path: props.path };
    return LogDestination.built(props, { builder: 'sumo', place: 'host', required });
  }

  /** Any other destination, as its text. */
  static of(conf: string, facts: DestinationFacts = {}): LogDestination {
    return new LogDestination(
      conf,
      facts.needsChallenge ?? challengeOf(conf),
      facts.holdsSecrets ?? holdsSecrets(conf),
      () => unknownNames(facts as Named, ['needsChallenge', 'holdsSecrets'], 'in LogDestination.of'),
    );
  }
}

/** A destination in any form. */
export function asDestination(given: LogDestination | string): LogDestination {
  return isRecognized(given, LOG_DESTINATION)
    ? (given as LogDestination)
    : LogDestination.of(given as string);
}

/** How its secrets are kept. */
interface Keeping {
  readonly storeSecrets?: boolean;
  readonly destinationVersion?: number;
}

/** The props that say where, and the attributes that are made of them. */
export const DESTINATION_PROPS = {
  ...{ destination: true, destinationVersion: true, storeSecrets: true },
  ...{ destinationConf: false, destinationConfWo: false, destinationConfWoVersion: false },
};

/** The arguments of a resource that say where: write-only for a destination whose secrets are not to be stored. */
export function destinationArguments(
  { conf, holdsSecrets }: LogDestination,
  { storeSecrets = false, destinationVersion }: Keeping,
): Pick<LogpushJobArguments, 'destinationConf' | 'destinationConfWo' | 'destinationConfWoVersion'> {
  return holdsSecrets && !storeSecrets
    ? { destinationConfWo: conf, destinationConfWoVersion: destinationVersion ?? 1 }
    : { destinationConf: conf, destinationConfWoVersion: destinationVersion };
}

/** What the scheme needs. A text that is not wholly known may hide the parameters that decide this for S3. */
function challengeOf(conf: string): boolean | undefined {
  const isWhole = typeof known(conf) === 'string';
  if (typeof conf !== 'string' || (!isWhole && conf.startsWith('s3:'))) return undefined;
  return needsOwnershipChallenge(isWhole ? conf : `${conf.split(':', 1)[0]}://place`);
}

function holdsSecrets(conf: string): boolean {
  return isUnknown(known(conf)) || typeof conf !== 'string' || mayHoldSecrets(conf);
}
