/**
 * Sends log entries to a bucket of S3, and proves that it is ours: the service writes a token into a file in the bucket,
 * the provider of the bucket reads it in the same apply, and the job sends it back. The state has the token, in what that
 * provider read.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/logpush-s3.js
 *   cd cdktf.out/stacks/logpush-s3 && terraform init && terraform apply
 *
 * init downloads hashicorp/aws, whose credentials and bucket are yours: the emulator writes into no bucket.
 * A token is valid for seven days. PROOF=2 and so on replaces challenge and job together.
 */
import { App, DataResource, TerraformDataSource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { LogDestination, LogpushJob, LogpushOwnershipChallenge, ZoneProvider } from 'zonewright';

const BUCKET = 'example-logs';

class LogpushS3Stack extends TerraformStack {
  constructor(scope: Construct, id: string, zoneId: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const proof = new DataResource(this, 'proof', { input: { number: process.env.PROOF ?? '1' } });
    const lifecycle = { replaceTriggeredBy: [proof] };

    const destination = LogDestination.s3({ bucket: BUCKET, path: 'http', region: 'us-east-1' });
    const challenge = new LogpushOwnershipChallenge(this, 'challenge', { zoneId, destination, lifecycle });
    // As DataAwsS3Object of @cdktf/provider-aws.
    const token = new TerraformDataSource(this, 'token', { terraformResourceType: 'aws_s3_object' });
    token.addOverride('bucket', BUCKET);
    token.addOverride('key', challenge.filename);
    new LogpushJob(this, 'store', {
      zoneId,
      fields: ['RayID', 'EdgeStartTimestamp'],
      destination,
      ownershipChallenge: token.getStringAttribute('body'),
      lifecycle,
    });
  }
}

const app = new App();
new LogpushS3Stack(app, 'logpush-s3', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
