const harmless = /^[\w%+,./:=@-]+$/;

/** Quotes a word for a POSIX shell if necessary. */
export const shellWord = (word: string): string => (harmless.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
