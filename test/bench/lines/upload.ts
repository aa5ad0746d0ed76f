import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Group } from '../bench.ts';
import { start } from '../child.ts';
import type { Measurement } from '../figures.ts';
import { writeLargeFile } from '../large-file.ts';
import { plainLine } from '../line.ts';
import { forgetPeak, memoryOf } from '../process-figures.ts';
import { command, type Repository } from '../repository.ts';
import { settle } from '../settle.ts';
import { usageUntilEnd } from '../usage.ts';

const megabyte = 1_048_576;

interface Upload {
  readonly seconds: number;
  /** Of the client, in bytes. */
  readonly clientPeak: number;
  /** Of the server above what it had before, in bytes. */
  readonly serverGrowth: number;
}

async function upload(repository: Repository, node: string, file: string): Promise<Upload> {
  const { pid } = repository.server;
  await settle(repository);
  forgetPeak(pid);
  const before = memoryOf(pid)?.resident ?? Number.NaN;
  const from = performance.now();
  const client = start([...command, 'node', 'upload', node, file], { environment: repository.environment });
  const { peak: clientPeak } = await usageUntilEnd(client);
  await client.ended;
  const seconds = (performance.now() - from) / 1000;
  return { seconds, clientPeak, serverGrowth: (memoryOf(pid)?.peak ?? Number.NaN) - before };
}

async function newNode({ asTeacher }: Repository, folder: string, name: string): Promise<string> {
  const properties = { 'cm:name': [name] };
  const { node } = await asTeacher.createNode({ repository: '-home-', node: folder, type: 'ccm:io', body: properties });
  return node.ref.id;
}

async function files({ folder, options }: Bench): Promise<{ small: string; large: string }> {
  const [small, large] = [join(folder, 'small.bin'), join(folder, 'large.bin')];
  await writeFile(small, randomBytes(1024));
  await writeLargeFile(large, options.largeFile);
  return { small, large };
}

const inMegabytes = (values: readonly number[]): Measurement[] => values.map((bytes) => ({ value: bytes / megabyte }));

/** A large file through the command line: what it costs server and client in memory over a file of 1 KB. */
export const largeUpload: Group = async (bench) => {
  const repository = await bench.repository('any core');
  const { drafts } = await bench.fixture();
  const node = await newNode(repository, drafts[0] ?? '', 'Film.bin');
  const { small, large } = await files(bench);
  await upload(repository, node, small);
  const growth: { server: number; client: number; seconds: number }[] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) {
    const idle = await upload(repository, node, small);
    const busy = await upload(repository, node, large);
    growth.push({
      server: busy.serverGrowth,
      client: busy.clientPeak - idle.clientPeak,
      seconds: busy.seconds,
    });
  }
  const size = bench.options.largeFile / megabyte;
  const wanted = { comparison: 'below', value: 100 } as const;
  const remark = (values: readonly number[]): { remark: string } => ({
    remark: `highest ${(Math.max(...values) / megabyte).toFixed(0)} MB`,
  });
  const [server, client] = [growth.map((one) => one.server), growth.map((one) => one.client)];
  return [
    plainLine(`upload ${size} MB: server grows by`, 'MB', inMegabytes(server), { wanted, ...remark(server) }),
    plainLine(`upload ${size} MB: client grows by`, 'MB', inMegabytes(client), { wanted, ...remark(client) }),
    plainLine(
      `upload ${size} MB by the command line`,
      'MB/s',
      growth.map(({ seconds }) => ({ value: size / seconds })),
    ),
  ];
};
