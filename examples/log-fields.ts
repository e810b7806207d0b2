/**
 * The custom log fields of one zone, which a platform team declares and another team adds to, and the log push job that
 * delivers them to an object store.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/log-fields.js
 *   cd cdktf.out/stacks/log-fields && terraform init && terraform plan
 *
 * The engine asks for the keys of the store, or takes them from TF_VAR_store_key_id and TF_VAR_store_key. Terraform
 * 1.11 and OpenTofu 1.11 store them nowhere; for older engines synthesize with STORE_SECRETS=true. The provider takes
 * its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, LogDestination, LogpushJob, Secret, ZoneProvider } from 'zonewright';

const STORE_SECRETS = process.env.STORE_SECRETS === 'true';

/** What the checkout team wants to see in the logs. */
class CheckoutTeam extends Construct {
  constructor(scope: Construct, id: string, fields: LogCustomFields) {
    super(scope, id);
    fields
      .addRequestHeader('x-request-id', this)
      .addRequestHeader('x-checkout-version', this)
      .addCookie('cart_id', this);
  }
}

class LogFieldsStack extends TerraformStack {
  constructor(scope: Construct, id: string, zoneId: string) {
    super(scope, id);
    new ZoneProvider(this, 'zone');

    const fields = new LogCustomFields(this, 'fields', {
      zoneId,
      requestHeaders: ['content-type'],
      responseHeaders: ['server-timing'],
      cookies: ['session_id'],
      description: 'Fields that our dashboards read',
    });
    new CheckoutTeam(this, 'checkout', fields);

    const job = new LogpushJob(this, 'logs', {
      customFields: fields, // gives the zone, the order, and the log fields
      name: 'logs',
      fields: ['RayID', 'EdgeStartTimestamp'],
      timestamps: 'rfc3339',
      destination: LogDestination.r2({
        bucket: 'demo-logs',
        path: 'http',
        accountId: 'demo',
        accessKeyId: this.secret('store_key_id'),
        secretAccessKey: this.secret('store_key'),
      }),
      storeSecrets: STORE_SECRETS,
    });

    new TerraformOutput(this, 'ruleset_id', { value: fields.rulesetId });
    new TerraformOutput(this, 'job_id', { value: job.jobId });
  }

  private secret(id: string): string {
    if (!STORE_SECRETS) return Secret.variable(this, id);
    return new TerraformVariable(this, id, { type: 'string', sensitive: true }).stringValue;
  }
}

const app = new App();
new LogFieldsStack(app, 'log-fields', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
