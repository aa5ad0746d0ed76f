/** An option or a variable as it was given: an empty one is as good as none. */
export const specified = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
