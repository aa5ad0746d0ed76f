import type { NodeId } from '../../base/ids.ts';
import { everyone, guest } from './authorities.ts';
import type { SessionScope } from './session-scope.ts';

/**
 * The person, app or guest that makes a call. Each person has one object per session scope, so that derived values can
 * be cached per object.
 */
export interface Caller {
  /** `anonymous`: no credentials in a repository without guests, or a sign-in that failed. */
  readonly kind: 'anonymous' | 'guest' | 'person';
  /** Empty for `anonymous`. */
  readonly userName: string;
  readonly isAdmin: boolean;
  /** The user name, the groups, and `GROUP_EVERYONE`. */
  readonly authorities: ReadonlySet<string>;
  /** The home folder in the session scope; null if there is none. */
  readonly home: NodeId | null;
  /** The session scope. The caller sees only nodes in it; null means those outside of all scopes. */
  readonly sessionScope: SessionScope | null;
}

export const anonymousCaller: Caller = {
  kind: 'anonymous',
  userName: '',
  isAdmin: false,
  authorities: new Set(),
  home: null,
  sessionScope: null,
};

export const guestCaller = (userName: string): Caller => ({
  kind: 'guest',
  userName,
  isAdmin: false,
  authorities: new Set([everyone, guest]),
  home: null,
  sessionScope: null,
});

/** A reader with only the rights of everyone, signed in or not. What it may read is public. */
export const anyUser: Caller = { ...guestCaller(''), authorities: new Set([everyone]) };
