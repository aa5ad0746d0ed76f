import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { BucketAddress } from '../../src/adapters/s3/bucket.ts';

const programs = ['account', 'container', 'object', 'proxy'] as const;

const programOf = (name: (typeof programs)[number]): string => `/usr/bin/swift-${name}-server`;

const memcached = '/usr/bin/memcached';

export const hasSwift = (): boolean => [...programs.map(programOf), memcached].every((path) => existsSync(path));

/** What to install where it is missing, for `skipWithout`. */
export const missingSwift =
  'OpenStack Swift (apt-get install swift-proxy swift-account swift-container swift-object memcached)';

/** An object store with the interface of S3: OpenStack Swift, in a new folder, on ports of this machine. */
export interface SwiftServer {
  /** Makes a bucket. */
  newBucket(): Promise<BucketAddress>;
  /** Stops the part that answers calls, at once. */
  stop(): Promise<void>;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Stops everything and removes the folder. */
  remove(): Promise<void>;
}

const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

const account = userInfo().username;

const commonSettings = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${account}
swift_dir = ${folder}
log_level = CRITICAL
log_address = /dev/null
`;

const storageSettings = (folder: string, port: number, name: string): string => `${commonSettings(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;

const filters = 'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo'.split(' ');

function proxySettings(folder: string, port: number, cachePort: number): string {
  const more: Readonly<Record<string, string>> = {
    tempauth: 'user_school_repo = secret .admin\n',
    // The proxy signs nobody in without it.
    cache: `memcache_servers = 127.0.0.1:${cachePort}\n`,
  };
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${more[name] ?? ''}`,
  );
  return `${commonSettings(folder, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`;
}

/** Writes the configuration. There is one device, and one copy of each object. */
async function configure(folder: string, ports: readonly number[]): Promise<void> {
  await mkdir(join(folder, 'devices', 'sdv'), { recursive: true });
  const prefix = '[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n';
  await writeFile(join(folder, 'swift.conf'), `${prefix}[storage-policy:0]\nname = one\ndefault = yes\n`);
  for (const [at, name] of programs.entries()) {
    const port = ports[at] ?? 0;
    const text =
      name === 'proxy' ? proxySettings(folder, port, ports.at(-1) ?? 0) : storageSettings(folder, port, name);
    await writeFile(join(folder, `${name}-server.conf`), text);
    if (name === 'proxy') continue;
    const ring = (...words: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [join(folder, `${name}.builder`), ...words], { stdio: 'ignore' });
    ring('create', '4', '1', '0');
    ring('add', `r1z1-127.0.0.1:${port}/sdv`, '1');
    ring('rebalance');
  }
}

/** The process ends with this one. */
function start(folder: string, ...words: string[]): ChildProcess {
  const command = ['setpriv', '--pdeathsig=KILL', ...words];
  return spawn(command[0] ?? '', command.slice(1), { stdio: 'ignore', cwd: folder });
}

const run = (folder: string, name: (typeof programs)[number]): ChildProcess =>
  start(folder, programOf(name), join(folder, `${name}-server.conf`));

const end = async (child: ChildProcess | undefined): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Starts a new server. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'swift-'));
  const ports = await freePorts(programs.length + 1);
  await configure(folder, ports);
  const endpoint = `http://127.0.0.1:${ports.at(-2)}`;
  const cache = start(folder, memcached, '-l', '127.0.0.1', '-p', String(ports.at(-1)), '-u', account);
  const children = [cache, ...programs.slice(0, -1).map((name) => run(folder, name))];
  let proxy: ChildProcess | undefined;
  const answers = () =>
    fetch(`${endpoint}/healthcheck`).then(
      ({ ok }) => ok,
      () => false,
    );
  const server: SwiftServer = {
    async start() {
      const child = run(folder, 'proxy');
      proxy = child;
      while (!(await answers())) {
        if (child.exitCode !== null) throw new Error(`Swift ended with exit code ${child.exitCode}.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: () => end(proxy),
    async newBucket() {
      const name = `school-${randomUUID()}`;
      const credentials = { accessKeyId: 'school:repo', secretAccessKey: 'secret' };
      const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
      const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
      // The storage servers may still be starting.
      for (let attempt = 0; ; attempt += 1) {
        try {
          await client.send(new CreateBucketCommand({ Bucket: name }));
          break;
        } catch (error) {
          if (attempt === 20) throw error;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }
      client.destroy();
      return { url: `s3://${name}`, endpoint, region: 'us-east-1', credentials };
    },
    async remove() {
      await Promise.all([proxy, ...children].map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start().catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  return server;
}
