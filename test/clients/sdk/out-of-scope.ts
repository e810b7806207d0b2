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
  { methods: /^user\.edit$/, because: 'the user is that of the seed' },
  {
    methods: /^user\.(?:auditLogs|billing|invites|organizations|spectrumAnalytics|subscriptions|tenants)\./,
    because: 'audit logs, billing and organizations of a user',
  },
  {
    methods: /^user\.tokens\.(?:create|update|list|delete|get|permissionGroups\.list|value\.update)$/,
    because: 'tokens are those of the seed',
  },
  { methods: /^accounts\.(?:create|update|delete)$/, because: 'the accounts are those of the seed' },
  {
    methods: /^accounts\.(?:members|roles|logs|entitlements|speedSettings|clientSecret)\./,
    because: 'members, audit logs and other products of an account',
  },
  {
    methods: /^accounts\.(?:subscriptions|paymentMethods|payInvoice|payBadDebt|receipts|invoices)\./,
    because: 'billing',
  },
  {
    methods: /^accounts\.tokens\.(?:create|update|list|delete|get|permissionGroups\.\w+|value\.update)$/,
    because: 'tokens are those of the seed',
  },
  { methods: /^memberships\.(?:update|delete|get)$/, because: 'the membership is that of the seed' },
  {
    methods: /^firewall\.(?:lockdowns|accessRules|uaRules)\./,
    because: 'rules that no ruleset replaces',
  },
  {
    methods:
      /^(?:firewall\.(?:rules|waf\.\S+)|filters|pageRules)\.(?:get|create|update|edit|bulk\w+)$|^(?:firewall\.rules|filters|pageRules)\.delete$/,
    because: 'the previous rules are those of the seed; only lists are read, and overrides deleted',
  },
  { methods: /^rateLimits\./, because: 'previous rate limits: retired, and not part of a migration' },
];
