/**
 * Custom log fields of one zone, declared by a platform team and added to by another team.
 *
 *   npm run build && node dist/examples/log-fields.js
 *   cd cdktf.out/stacks/log-fields && terraform init && terraform plan
 *
 * The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, LocalBackend, TerraformOutput, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, ZoneProvider } from 'zonewright';

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
    new LocalBackend(this, { path: 'terraform.tfstate' });
    new ZoneProvider(this, 'zone');

    const fields = new LogCustomFields(this, 'fields', {
      zoneId,
      requestHeaders: ['content-type'],
      responseHeaders: ['server-timing'],
      cookies: ['session_id'],
      description: 'Fields that our dashboards read',
    });
    new CheckoutTeam(this, 'checkout', fields);

    new TerraformOutput(this, 'ruleset_id', { value: fields.rulesetId });
  }
}

const app = new App();
new LogFieldsStack(app, 'log-fields', process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353');
app.synth();
