/**
 * A part of the repository that is apart from all the rest, such as the «safe» area that a session enters by a sign-in of
 * its own. What is in an area is there for callers in that area only. Null stands for the repository outside of any area.
 */
export type SessionScope = 'safe';

/** The area that a scope of a session means; undefined where there is no such scope. */
export const sessionScopeNamed = (scope: string): SessionScope | undefined => (scope === 'safe' ? scope : undefined);
