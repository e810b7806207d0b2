/** Methods that the lane does not call: a pattern of their names, and why. */
export const OUT_OF_SCOPE: readonly { readonly methods: RegExp; readonly because: string }[] = [
  {
    methods: /^logpush\.(?:edge|transformers)\./,
    because: 'instant logs and transformers, which nothing of Zonewright uses',
  },
  {
    methods: /^zones\.(?:create|edit|delete)$/,
    because: 'the zones are those of the seed',
  },
  {
    methods: /^zones\.(?:activationCheck|holds|customNameservers|environments)\./,
    because: 'activation, holds, name servers and environments of a zone',
  },
  { methods: /^zones\.(?:subscriptions|plans|ratePlans|entitlements)\./, because: 'billing' },
  {
    methods: /^zones\.(?:observability|transformationsAllowedOrigins|transformationsC2pa|nel|ct)\./,
    because: 'other products of a zone',
  },
  {
    methods: /^zones\.settings\./,
    because: 'settings of a zone, which nothing of Zonewright uses but that of the previous managed rules',
  },
  {
    methods: /^firewall\.(?:lockdowns|accessRules|uaRules)\./,
    because: 'rules that no ruleset replaces',
  },
  {
    methods: /^(?:firewall\.rules|filters)\.(?:bulk\w+|edit)$/,
    because: 'changes of many previous rules at once, and of their priority alone',
  },
  { methods: /^rateLimits\./, because: 'previous rate limits: retired, and not part of a migration' },
];
