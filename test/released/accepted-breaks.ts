/** Breaks that the next release makes on purpose, as the test prints them, with the reason. A release empties the list. */
export const acceptedBreaks: Readonly<Record<string, string>> = {};
