import type { NodeId } from '../../base/ids.ts';
import { everyone, guest } from './authorities.ts';
import type { SessionScope } from './session-scope.ts';

/** Who asks. Made once per person and area and kept, so that what is derived from it can be kept too. */
export interface Caller {
  /** `nobody`: not signed in, and no guest is allowed. */
  readonly kind: 'anonymous' | 'guest' | 'person';
  /** Empty for nobody. */
  readonly userName: string;
  readonly isAdmin: boolean;
  /** The own name, the groups, and everyone. */
  readonly authorities: ReadonlySet<string>;
  /** Of the area that they are in. */
  readonly home: NodeId | null;
  /** The area that they are in: they see what is in it, and nothing else. */
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

/** Stands for whoever reads without any right of their own, signed in or not: what it may read is public. */
export const anyUser: Caller = { ...guestCaller(''), authorities: new Set([everyone]) };
