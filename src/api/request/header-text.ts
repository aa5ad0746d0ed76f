import { isUtf8 } from 'node:buffer';

/** Text that came without its encoding: UTF-8 (RFC 7617), or Latin-1, as old clients send it, where it cannot be that. */
export const textOfBytes = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

/**
 * The text that a header stands for: HTTP hands over one letter for each byte, whatever was sent. A text that has other
 * letters came another way and stays as it is.
 */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return bytes.toString('latin1') === value ? textOfBytes(bytes) : value;
}
