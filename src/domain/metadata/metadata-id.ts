/** Maximum size in bytes of UTF-8. File systems allow 255, including the extension. */
const maxBytes = 200;
const form = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,99}$/u;

/** Reserved names, such as `-default-`. */
const reserved = /^-.*-$/;

const encoder = new TextEncoder();

/**
 * Why a text cannot be the ID of a metadata set or a value list, or undefined if it can. The ID is used in URLs and as a
 * file name.
 */
export function metadataIdProblem(id: string): string | undefined {
  if (!form.test(id))
    return 'must have at most 100 characters, only letters, digits, "_", "-" and ".", and must not start with "."';
  if (reserved.test(id)) return 'must not start and end with "-": such names are reserved';
  return encoder.encode(id).length > maxBytes ? `is too long: the maximum is ${maxBytes} bytes in UTF-8` : undefined;
}
