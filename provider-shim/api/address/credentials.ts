/** The two schemes of docs/internals/service.md 2.2. */
export type Credentials =
  | { readonly scheme: 'token'; readonly token: string }
  | { readonly scheme: 'key'; readonly email: string; readonly key: string };

/** The headers of docs/internals/service.md 2.2 that carry the credentials. */
export function authenticationHeaders(credentials: Credentials): Readonly<Record<string, string>> {
  switch (credentials.scheme) {
    case 'token':
      return { authorization: `Bearer ${credentials.token}` };
    case 'key':
      return { 'x-auth-email': credentials.email, 'x-auth-key': credentials.key };
  }
}

/** The values that must never be shown. The e-mail address is a name and not a secret. */
export function secretsOf(credentials: Credentials): readonly string[] {
  switch (credentials.scheme) {
    case 'token':
      return [credentials.token];
    case 'key':
      return [credentials.key];
  }
}
