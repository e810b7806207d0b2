import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { LogCustomFields, LogpushJob, ZoneProvider } from 'zonewright';

export interface LogDeliveryProps {
  readonly zoneId: string;
  /** Cookies that our dashboards read. */
  readonly cookies: readonly string[];
}

/** The custom log fields of a zone, and the job that sends them to our collector. Its tests are in the same folder. */
export class LogDeliveryStack extends TerraformStack {
  constructor(scope: Construct, id: string, { zoneId, cookies }: LogDeliveryProps) {
    super(scope, id);
    new ZoneProvider(this, 'zone');
    const customFields = new LogCustomFields(this, 'fields', {
      zoneId,
      requestHeaders: ['x-request-id'],
      cookies,
    });
    new LogpushJob(this, 'collector', {
      customFields,
      name: 'collector',
      fields: ['RayID'],
      outputOptions: {},
      destination: 'https://logs.example.com/collect',
      enabled: true,
    });
  }
}
