/**
 * An app of one stack (zone-stack.ts), with its test:
 *
 *   npm install zonewright && npx zonewright init zone    # copies this folder, and says what to run next
 */
import { App } from 'cdktf';
import { ZoneStack } from './zone-stack';

/** The zone that the emulator starts with. Put the id of your own zone here. */
const ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353';

const app = new App();
new ZoneStack(app, 'zone', { zoneId: ZONE_ID });
app.synth();
