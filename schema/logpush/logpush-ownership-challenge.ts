import { describe } from '../description/attribute';
import { destinationForm } from './destination';
import { readFromForm } from './ownership-challenge';
import { between, zoneId } from '../zone/values';

/** Proves ownership of a destination of log push jobs (docs/internals/service.md 5.2, 5.6). */
export const logpushOwnershipChallengeSchema = describe({
  type: 'zone_logpush_ownership_challenge',
  version: 0,
  description:
    'Has the service write a token into a file at a destination of log push jobs. Returns the name of the file and, if ' +
    'the file can be read, the token, for `ownership_challenge_wo` of a `zone_logpush_job`. Nothing is stored.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      description: 'The zone, 32 hexadecimal digits. A token is valid only for jobs of this zone.',
      checks: [zoneId],
    },
    destination_conf: {
      type: 'string',
      required: true,
      sensitive: true,
      description: 'The destination, exactly as in the job.',
      checks: [destinationForm],
    },
    read_from: {
      type: 'string',
      optional: true,
      sensitive: true,
      description:
        'Where the file can be read: the folder that the bucket is mounted or synchronised to, as a path or `file:` ' +
        'URL; or the `https` address of the bucket: the name of the file is appended to its path, and a query is ' +
        'kept. Credentials of the service are not sent there.',
      checks: [readFromForm],
    },
    read_timeout: {
      type: 'int',
      optional: true,
      default: 30,
      description: 'Seconds to wait until the file can be read, 1 to 600.',
      checks: [between(1, 600)],
    },
    filename: {
      type: 'string',
      computed: true,
      description:
        'The file that holds the token: its path in the bucket. Null when the destination needs no token.',
    },
    message: {
      type: 'string',
      computed: true,
      description: 'The message of the service about it. Null when the destination needs no token.',
    },
    token: {
      type: 'string',
      computed: true,
      sensitive: true,
      description: 'The token. Null without `read_from`, and when the destination needs none.',
    },
  },
});
