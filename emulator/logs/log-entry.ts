import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { configuredNames } from './configured-fields';
import type { CustomField } from './custom-field-sources';
import { customFieldSources } from './custom-field-sources';
import type { CustomFieldData } from './custom-fields';
import { customFieldsOf } from './custom-fields';
import type { Exchange } from './exchange';

/** What the zone knows of one request when it writes its log entries. */
export interface LogEntry {
  /** 16 lower-case hexadecimal digits. */
  readonly rayId: string;
  /** When the edge received the request, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly zoneName: string;
  readonly exchange: Exchange;
  readonly customFields: Readonly<Record<CustomField, CustomFieldData>>;
}

const RAY_ID_DIGITS = 16;

/** The log entries of these exchanges, with the custom fields that the zone has now. */
export function logEntries(
  service: Service,
  zone: Zone,
  exchanges: readonly Exchange[],
): readonly LogEntry[] {
  const configured = configuredNames(zone, customFieldSources(service.state.settings.limits));
  const at = service.clock.now();
  return exchanges.map((exchange) => ({
    rayId: service.identifiers.next().slice(0, RAY_ID_DIGITS),
    at,
    zoneName: zone.name,
    exchange,
    customFields: customFieldsOf(exchange, configured),
  }));
}
