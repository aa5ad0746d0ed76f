import type { Caller } from '../../domain/access/caller.ts';

/** The user name that a path segment means: `-me-` is whoever asks (section 1). */
export const personAt = (text: string, caller: Caller): string => (text === '-me-' ? caller.userName : text);
