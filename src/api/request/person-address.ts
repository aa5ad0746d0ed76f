import type { Caller } from '../../domain/access/caller.ts';

/** The user name in a path segment. `-me-` is the caller. */
export const personAt = (text: string, caller: Caller): string => (text === '-me-' ? caller.userName : text);
