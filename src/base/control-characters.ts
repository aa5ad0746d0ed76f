/**
 * Characters that control a terminal, or show a text in another order: C0, C1, line and paragraph separators, and those of writing
 * directions. A set for regular expressions with the flag `u`.
 */
export const controlCharacters = String.raw`[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
