import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { isPublicAddress, publicLookup, requirePublicHost } from '../../../src/client/public-addresses.ts';
import { privateAddress } from '../../../src/daemon/network/gateway-errors.ts';

const { lookup } = dns;

/** What every name resolves to, until the end of the test. */
function resolveAllTo(...found: LookupAddress[]): void {
  dns.lookup = ((_host: string, options: object, callback: (error: null, addresses: LookupAddress[]) => void) => {
    expect(options).toMatchObject({ all: true });
    callback(null, found);
  }) as unknown as typeof lookup;
  syncBuiltinESMExports();
}

afterEach(() => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
});

test.each([
  ...[
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
  ],
  ...['fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1', 'no address', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '193.0.0.1', '2001:4860:4860::8888', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(() => requirePublicHost(address, privateAddress)).not.toThrow();
  },
);

test('no address of this machine is public', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    expect(isPublicAddress(address)).toBe(false);
    expect(() => requirePublicHost(address, privateAddress)).toThrow(/network\.allowPrivate/);
  }
});

const resolved = (host: string, options: object) =>
  new Promise((resolve, reject) => {
    publicLookup(privateAddress)(host, options, (error, ...result) =>
      error === null ? resolve(result) : reject(error),
    );
  });

test('the connection gets only the public addresses of a name', async () => {
  const mixed = [
    { address: '10.0.0.1', family: 4 },
    { address: '9.9.9.9', family: 4 },
    { address: '::1', family: 6 },
    { address: '2620:fe::9', family: 6 },
  ];
  resolveAllTo(...mixed);
  expect(await resolved('mixed.example', { all: true })).toEqual([[mixed[1], mixed[3]]]);
  expect(await resolved('mixed.example', {})).toEqual(['9.9.9.9', 4]);
});

test('a name with private addresses only is refused, and so is localhost', async () => {
  await expect(resolved('localhost', { all: true })).rejects.toThrow(
    /localhost is not called: .*network\.allowPrivate/,
  );
  resolveAllTo({ address: '192.168.0.1', family: 4 });
  await expect(resolved('router.example', {})).rejects.toThrow(/router\.example is not called/);
});

test('a name that does not exist keeps its error', async () => {
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  dns.lookup = ((_host: string, _options: object, callback: (error: Error) => void) =>
    callback(missing)) as unknown as typeof lookup;
  syncBuiltinESMExports();
  await expect(resolved('does-not-exist.invalid', {})).rejects.toBe(missing);
});
