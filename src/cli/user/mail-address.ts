/** Whether a text has the form of an e-mail address: text, @, text, without spaces. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
