/** The value of an option or environment variable; undefined if it is empty. */
export const specified = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
