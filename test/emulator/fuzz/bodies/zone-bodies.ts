/** Bodies that the operation of zones and their settings takes, or would for another setting. */
export function zoneBodies(operation: string): readonly unknown[] {
  switch (operation) {
    case 'zones.update':
      return [{ paused: true }, { type: 'partial' }, { vanity_name_servers: ['ns1.one.example'] }];
    case 'zones.settings.update':
      return VALUES.map((value) => ({ value }));
    case 'zones.settings.updateall':
      return [
        { items: [] },
        {
          items: [
            { id: 'ssl', value: 'strict' },
            { id: 'development_mode', value: 'on' },
          ],
        },
        { items: [{ id: 'security_header', value: SECURITY_HEADER }] },
        { items: [{ id: 'unknown', value: 'on' }] },
      ];
    default:
      throw new Error(`Nothing says what body ${operation} takes.`);
  }
}

const SECURITY_HEADER = {
  strict_transport_security: {
    enabled: true,
    max_age: 60,
    include_subdomains: true,
    preload: false,
    nosniff: true,
  },
};

const VALUES: readonly unknown[] = [
  'on',
  'off',
  'strict',
  '1.2',
  '900',
  14_400,
  [],
  ['AES128-SHA'],
  { enabled: false },
  SECURITY_HEADER,
];
