// Written by "npm run docs" from logpushOwnershipChallengeSchema: change that, and not this file.

/** The arguments of `OwnershipChallenge`. */
export interface OwnershipChallengeArguments {
  /** The zone, 32 hexadecimal digits. A token is good for the jobs of this zone only. */
  readonly zoneId: string;
  /** The destination, letter by letter as the job has it. Hidden in what the engine prints. */
  readonly destinationConf: string;
  /**
   * Where the file can be read: the folder that the bucket is mounted or synchronised to, as a path or `file:` URL,
   * or its `https` address, behind whose path the name of the file is put; a query stays. No credentials of the
   * service go there. Hidden in what the engine prints.
   * @default none
   */
  readonly readFrom?: string;
  /**
   * Seconds to wait until the file can be read, 1 to 600.
   * @default 30
   */
  readonly readTimeout?: number;
}
