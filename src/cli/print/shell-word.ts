const harmless = /^[\w%+,./:=@-]+$/;

/** A word as a POSIX shell reads it back. */
export const shellWord = (word: string): string => (harmless.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
