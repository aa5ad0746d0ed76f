import { isUtf8 } from 'node:buffer';

/** Decodes bytes of unknown encoding: UTF-8 (RFC 7617) if they are valid UTF-8, else Latin-1, which old clients send. */
export const textOfBytes = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

/**
 * Decodes the value of a header. Node.js decodes headers as Latin-1, one character for each byte. A value with other characters
 * did not come over HTTP and stays unchanged.
 */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return bytes.toString('latin1') === value ? textOfBytes(bytes) : value;
}
