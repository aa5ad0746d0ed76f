export type Credentials =
  | { readonly kind: 'basic'; readonly userName: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string };

/** The `Authorization` header for these credentials (RFC 7617 with UTF-8, RFC 6750). */
export function authorizationOf(credentials: Credentials): string {
  if (credentials.kind === 'bearer') return `Bearer ${credentials.token}`;
  return `Basic ${Buffer.from(`${credentials.userName}:${credentials.password}`, 'utf8').toString('base64')}`;
}
