/**
 * Sends log entries to an HTTP collector, in batches of comma-separated values. Its token is an ephemeral variable, so
 * no plan or state ever holds it.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/logpush-https.js
 *   cd cdktf.out/stacks/logpush-https && terraform init && TF_VAR_collector_token=… terraform apply
 *
 * Needs Terraform 1.11 or OpenTofu 1.11, or `storeSecrets: true` and a plain variable. The provider takes its address
 * and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { LogDestination, LogpushJob, Secret, ZoneProvider } from 'zonewright';

class LogpushHttpsStack extends TerraformStack {
  constructor(scope: Construct, id: string, zoneId: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const token = Secret.variable(this, 'collector_token');

    new LogpushJob(this, 'collector', {
      zoneId,
      name: 'collector',
      destination: LogDestination.https({
        host: 'logs.example.com',
        path: 'collect/http',
        headers: { Authorization: `Bearer ${token}` },
      }),
      destinationVersion: 1, // increase it when the token changes
      outputOptions: {
        fieldNames: ['EdgeStartTimestamp', 'RayID', 'ClientRequestPath', 'EdgeResponseStatus'],
        outputType: 'csv',
        timestampFormat: 'rfc3339ms',
        sampleRate: 0.25,
      },
      filter: { key: 'EdgeResponseStatus', operator: 'geq', value: 400 },
      maxUploadIntervalSeconds: 30,
    });
  }
}

const app = new App();
new LogpushHttpsStack(app, 'logpush-https', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
