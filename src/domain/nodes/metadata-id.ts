/** File systems allow names of 255 bytes. */
const mostBytes = 200;
const form = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,99}$/u;

/** Names with a meaning of their own, such as `-default-`. */
const reserved = /^-.*-$/;

const encoder = new TextEncoder();

/**
 * Why something cannot be the id of a metadata set or a value list, which is a part of addresses and the name of a file;
 * undefined where it can.
 */
export function metadataIdProblem(id: string): string | undefined {
  if (!form.test(id)) return 'must have letters, digits, «_», «-» and «.» only, 100 at most, and not begin with «.»';
  if (reserved.test(id)) return 'must not begin and end with «-»: such names are the repository’s own';
  return encoder.encode(id).length > mostBytes ? `is too long: ${mostBytes} bytes in UTF-8 are the most` : undefined;
}
