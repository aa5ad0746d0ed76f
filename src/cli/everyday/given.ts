/** An option or a variable as it was given: an empty one is as good as none. */
export const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
