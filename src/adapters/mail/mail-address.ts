import { domainToASCII } from 'node:url';

/** An address as it stands in a header. */
export interface MailAddress {
  /** Empty if there is only the address. */
  readonly name: string;
  readonly address: string;
  /** The part after the `@`, in ASCII. */
  readonly domain: string;
}

/** RFC 5321 limits the path of an address to 256 characters with `<` and `>`. */
const maxLength = 254;

// Quoted local parts and addresses of hosts (`@[192.0.2.1]`) are left out: no provider issues such addresses.
const addressForm = /^[^\s\p{C}<>()[\]\\,;:"@]+@([^\s\p{C}<>()[\]\\,;:"@]+)$/u;
const namedForm = /^([^<>\p{C}]*)<([^<>]*)>$/u;

/** Reads a single address without a name. Undefined for anything else, such as two addresses or a line break. */
export function parseAddress(text: string): MailAddress | undefined {
  const form = addressForm.exec(text);
  if (form === null || text.length > maxLength) return undefined;
  const domain = domainToASCII(form[1] ?? '');
  return domain === '' ? undefined : { name: '', address: text, domain };
}

/** Reads `name@example.org` or `Name <name@example.org>`. Undefined for anything else. */
export function parseSender(text: string): MailAddress | undefined {
  const [, name, address] = namedForm.exec(text.trim()) ?? [];
  if (name === undefined || address === undefined) return parseAddress(text.trim());
  const parsed = parseAddress(address.trim());
  return parsed && { ...parsed, name: name.trim().replace(/^"(.*)"$/, '$1') };
}
