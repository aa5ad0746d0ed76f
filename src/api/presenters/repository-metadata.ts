import type { ApiSettings } from '../settings.ts';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The properties of this repository for learning platforms and other repositories, in the order of the file. `base` is
 * the address by which the client reaches the repository, including the context path.
 */
export function metadataOf(
  { repository }: Pick<ApiSettings, 'repository'>,
  base: string,
  publicKey: string,
): readonly (readonly [name: string, value: string])[] {
  const { protocol, hostname, port } = new URL(base);
  return [
    ['appid', repository.id],
    ['appcaption', repository.title],
    ['type', 'REPOSITORY'],
    ['is_home_node', 'true'],
    ['trustedclient', 'true'],
    ['clientprotocol', protocol.replace(':', '')],
    ['protocol', protocol.replace(':', '')],
    ['domain', hostname],
    ['host', hostname],
    // Clients put the address together from its parts, so the default port is there, too.
    ['clientport', port === '' ? (defaultPorts[protocol] ?? '') : port],
    ['port', port === '' ? (defaultPorts[protocol] ?? '') : port],
    ['clientpath', new URL(base).pathname.replace(/\/+$/, '')],
    ['public_key', publicKey.trim()],
  ];
}
