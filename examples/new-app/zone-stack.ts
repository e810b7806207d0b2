import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { LogCustomFields, ZoneProvider } from 'zonewright';

export interface ZoneStackProps {
  readonly zoneId: string;
}

/** What this app declares of a zone. Its state is terraform.zone.tfstate beside this file. */
export class ZoneStack extends TerraformStack {
  constructor(scope: Construct, id: string, { zoneId }: ZoneStackProps) {
    super(scope, id);
    new ZoneProvider(this, 'zone'); // its address and credentials: ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN
    new LogCustomFields(this, 'fields', {
      zoneId,
      requestHeaders: ['x-request-id'],
      cookies: ['session_id'],
    });
  }
}
