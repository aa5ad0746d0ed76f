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
  /** What the caller may read because an app uses it; missing for calls without a usage. */
  readonly usage?: UsedNodes;
}

/** The nodes that an app may read, because it recorded that it uses one of them. */
export interface UsedNodes {
  /** The node, and for a reference also its original. Empty if the app has no such usage. */
  readonly nodes: ReadonlySet<NodeId>;
  /** The version that the app recorded, such as `1.2`. Empty if the app has no such usage. */
  readonly version: string;
  /** The usage itself: its node and its own ID. Missing if the app has no such usage. */
  readonly usage?: { readonly node: NodeId; readonly id: NodeId };
}

/** What an app may read that has no usage. */
export const noUsedNodes: UsedNodes = { nodes: new Set(), version: '' };

/** What the holder of a link may read that has ended. */
export const endedLink: UsedNodes = { nodes: new Set(), version: '' };

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
