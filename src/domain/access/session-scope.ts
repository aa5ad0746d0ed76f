/**
 * A separate part of the repository, such as `safe`, that a person signs in to separately. Only callers in a scope see
 * its nodes. Null means outside of all scopes.
 */
export type SessionScope = 'safe';

/** The session scope with this name; undefined if there is none. */
export const sessionScopeNamed = (scope: string): SessionScope | undefined => (scope === 'safe' ? scope : undefined);
