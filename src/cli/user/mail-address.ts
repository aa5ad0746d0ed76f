/** Whether a text has the form of an address for mail: something, @, something, without spaces. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
