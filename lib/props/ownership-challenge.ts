// Written by "npm run docs" from logpushOwnershipChallengeSchema: change that, and not this file.

/** The arguments of `OwnershipChallenge`. */
export interface OwnershipChallengeArguments {
  /** The zone, 32 hexadecimal digits. A token is valid only for jobs of this zone. */
  readonly zoneId: string;
  /** The destination, exactly as in the job. Hidden in what the engine prints. */
  readonly destinationConf: string;
  /**
   * Where the file can be read: the folder that the bucket is mounted or synchronised to, as a path or `file:` URL;
   * or the `https` address of the bucket: the name of the file is appended to its path, and a query is kept.
   * Credentials of the service are not sent there. Hidden in what the engine prints.
   * @default none
   */
  readonly readFrom?: string;
  /**
   * Seconds to wait until the file can be read, 1 to 600.
   * @default 30
   */
  readonly readTimeout?: number;
}
