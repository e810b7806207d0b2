/**
 * All logging of a zone: its custom fields, two jobs that deliver them, a third job for another dataset, and a team
 * that adds what it needs.
 *
 *   npm run build && node dist/examples/zone-logging.js
 *   cd cdktf.out/stacks/zone-logging && terraform init && terraform apply
 *
 * Needs Terraform 1.11 or OpenTofu 1.11, or `storeSecrets: true` and plain variables. The provider takes its address
 * and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { LogDestination, Secret, ZoneLogging, ZoneProvider } from 'zonewright';

/** What the checkout team wants to see in the logs. */
class CheckoutTeam extends Construct {
  constructor(scope: Construct, id: string, logging: ZoneLogging) {
    super(scope, id);
    logging.addRequestHeader('x-checkout-version', this).addCookie('cart_id', this);
    logging.job('siem').addField('ClientRequestPath', this);
  }
}

class ZoneLoggingStack extends TerraformStack {
  constructor(scope: Construct, id: string, zoneId: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const store = (path: string): LogDestination =>
      LogDestination.r2({
        bucket: 'example-logs',
        path,
        accountId: 'example',
        accessKeyId: Secret.variable(this, `${path}_key_id`),
        secretAccessKey: Secret.variable(this, `${path}_key`),
      });

    const logging = new ZoneLogging(this, 'logging', {
      zoneId,
      requestHeaders: ['x-request-id', 'content-type'],
      responseHeaders: ['server-timing'],
      cookies: ['session_id'],
      jobs: {
        store: {
          name: 'store',
          fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestURI'],
          timestamps: 'rfc3339',
          destination: store('http'),
        },
        siem: {
          name: 'siem',
          fields: ['RayID', 'ClientIP', 'SecurityActions'],
          destination: LogDestination.splunk({
            host: 'splunk.example.com:8088',
            channel: '9c3b9a4e-5f0c-4c5c-8f0e-1f2a3b4c5d6e',
            token: Secret.variable(this, 'splunk_token'),
            sourceType: 'zone:http',
          }),
        },
      },
    });
    logging.addJob('dns', {
      name: 'dns',
      dataset: 'dns_logs',
      fields: ['QueryName', 'ResponseCode'],
      destination: store('dns'),
    });
    new CheckoutTeam(this, 'checkout', logging);
  }
}

const app = new App();
new ZoneLoggingStack(app, 'zone-logging', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
