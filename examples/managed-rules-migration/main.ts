/**
 * An app of migrations, each as far as its row in approvals.json says (zone-stack.ts):
 *
 *   npm install zonewright && npx zonewright init --migration waf    # copies this folder, and says what to run next
 */
import { App } from 'cdktf';
import { readApprovals } from 'zonewright';
import { ZoneStack } from './zone-stack';

const app = new App();
new ZoneStack(app, 'zone', { approvals: readApprovals('approvals.json') });
app.synth();
