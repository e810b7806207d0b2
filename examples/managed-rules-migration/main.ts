import { App } from 'cdktf';
import { readApprovals } from 'zonewright';
import { ZoneStack } from './zone-stack';

const app = new App();
new ZoneStack(app, 'zone', { approvals: readApprovals('approvals.json') });
app.synth();
