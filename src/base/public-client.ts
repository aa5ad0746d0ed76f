/**
 * The ID of the built-in client of the token endpoint. It has no secret, because a program on people's own machines cannot keep
 * one: the password of the person is what counts.
 */
export const publicClientId = 'edu-repo-cli';
