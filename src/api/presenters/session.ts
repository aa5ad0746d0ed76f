import type { z } from 'zod';
import type { Session } from '../../contract/objects/service.ts';
import type { Caller } from '../../domain/access/caller.ts';

const toolPermissions = [
  'TOOLPERMISSION_WORKSPACE',
  'TOOLPERMISSION_CREATE_ELEMENTS_FILES',
  'TOOLPERMISSION_CREATE_ELEMENTS_FOLDERS',
  'TOOLPERMISSION_CREATE_ELEMENTS_COLLECTIONS',
  'TOOLPERMISSION_INVITE',
  'TOOLPERMISSION_LICENSE',
  'TOOLPERMISSION_COMMENT_WRITE',
  'TOOLPERMISSION_RATE_READ',
  'TOOLPERMISSION_RATE_WRITE',
];

type WireSession = z.output<typeof Session>;

/** The session of a caller. `status` states why a sign-in failed; undefined without a failure. */
export function presentSession(
  caller: Caller,
  sessionTimeout: number,
  status: WireSession['statusCode'] | undefined,
): WireSession {
  const signedIn = caller.kind === 'person';
  const guest = caller.kind === 'guest' && status === undefined;
  return {
    authorityName: signedIn ? caller.userName : null,
    currentScope: caller.sessionScope,
    isAdmin: caller.isAdmin,
    isGuest: guest,
    isValidLogin: (signedIn || guest) && status === undefined,
    sessionTimeout,
    statusCode: status ?? (signedIn ? 'OK' : guest ? 'GUEST' : 'INVALID_CREDENTIALS'),
    toolPermissions: signedIn ? toolPermissions : [],
    userHome: caller.home,
  };
}
