/**
 * A media type from a query. Clients send `image/svg+xml` without encoding the plus sign, which stands for a space in a query and
 * arrives as one.
 */
export const mimeTypeInQuery = (text: string): string => text.replace(/(?<=\w) (?=\w)/, '+');
