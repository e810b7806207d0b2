/**
 * Sends log entries with custom fields to an object store that requires proof of ownership: the service writes a
 * token into a file in the bucket, and the same run reads it and sends it back.
 *
 *   npm run build && node dist/examples/logpush-store.js
 *   cd cdktf.out/stacks/logpush-store && terraform init && terraform apply -var bucket_folder=/mnt/logs
 *
 * Needs Terraform 1.11 or OpenTofu 1.11: the token is ephemeral. The provider takes its address and credentials from
 * ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import {
  LogCustomFields,
  LogDestination,
  LogpushJob,
  EphemeralLogpushOwnershipChallenge,
  ZoneProvider,
} from 'zonewright';

class LogpushStoreStack extends TerraformStack {
  constructor(scope: Construct, id: string, zoneId: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const bucketFolder = new TerraformVariable(this, 'bucket_folder', {
      type: 'string',
      description: 'Where to read the bucket: the folder where it is mounted, or its https address.',
    });

    const fields = new LogCustomFields(this, 'fields', {
      zoneId,
      requestHeaders: ['x-request-id'],
      cookies: ['session_id'],
    });
    const destination = LogDestination.s3({
      bucket: 'example-logs',
      path: 'http/{DATE}',
      region: 'us-east-1',
    });
    const challenge = new EphemeralLogpushOwnershipChallenge(this, 'challenge', {
      zoneId,
      destination,
      readFrom: bucketFolder.stringValue,
    });
    const job = new LogpushJob(this, 'store', {
      customFields: fields, // gives the zone, the order, and the fields RequestHeaders and Cookies
      name: 'store',
      fields: ['RayID', 'EdgeStartTimestamp'],
      timestamps: 'rfc3339',
      destination,
      ownershipChallenge: challenge,
    });

    new TerraformOutput(this, 'job_id', { value: job.jobId });
  }
}

const app = new App();
new LogpushStoreStack(app, 'logpush-store', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
