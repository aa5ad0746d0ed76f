import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Bench, cores, type Group } from '../bench.ts';
import { type Child, programs, start } from '../child.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { writeLargeFile } from '../large-file.ts';
import { comparedLine, plainLine } from '../line.ts';
import { type Load, measureLoad, writeRequests } from '../load.ts';
import { forgetPeak, memoryOf } from '../process-figures.ts';
import { type Repository, signIn } from '../repository.ts';
import { settle } from '../settle.ts';

const megabyte = 1_048_576;
/** Megabytes of the file. */
const size = 100;

/** Puts the file into the repository and gives the path of its download. */
async function put({ asTeacher, url }: Repository, folder: string, file: string): Promise<string> {
  const body = { 'cm:name': ['Film.bin'] };
  const { node } = await asTeacher.createNode({ repository: '-home-', node: folder, type: 'ccm:io', body });
  const bytes = { name: 'Film.bin', mimeType: 'application/octet-stream', bytes: createReadStream(file) };
  await asTeacher.uploadContent({ repository: '-home-', node: node.ref.id, body: bytes });
  return `${new URL(url).pathname.replace(/\/rest$/, '')}/eduservlet/download?nodeId=${node.ref.id}`;
}

async function startFloor(file: string): Promise<{ readonly server: Child; readonly url: string }> {
  const server = start([process.execPath, programs.stream, file], { core: cores.server });
  return { server, url: (await server.line('ready ')).slice('ready '.length) };
}

async function loadsOf(bench: Bench, repository: Repository, floorUrl: string, path: string) {
  const common = { method: 'GET', clients: 1, seconds: bench.options.seconds, core: cores.clients } as const;
  const floor: Load = {
    ...common,
    url: floorUrl,
    requests: await writeRequests(bench.folder, 'stream', [{ path: '/' }]),
  };
  const subject: Load = {
    ...common,
    url: new URL(repository.url).origin,
    authorization: repository.authorizations.teacher,
    requests: await writeRequests(bench.folder, 'film', [{ path }]),
  };
  return { floor, subject };
}

const inMegabytes = (taken: readonly Measurement[]): Measurement[] =>
  taken.map(({ value, cpu }) => ({ value: value * size, ...(cpu === undefined ? {} : { cpu }) }));

/** A large file: checked against its digest on its way, and never in memory as a whole. */
export const download: Group = async (bench) => {
  const repository = await bench.repository();
  await signIn(repository);
  const { drafts } = await bench.fixture();
  const file = join(bench.folder, 'film.bin');
  await writeLargeFile(file, size * megabyte);
  const path = await put(repository, drafts[0] ?? '', file);
  await settle(repository);
  const floorServer = await startFloor(file);
  const loads = await loadsOf(bench, repository, floorServer.url, path);
  const { pid } = repository.server;
  const growth: Measurement[] = [];
  const taken = await inTurns(bench.options.rounds, {
    floor: () => measureLoad(floorServer.server, loads.floor),
    subject: async () => {
      forgetPeak(pid);
      const before = memoryOf(pid)?.resident ?? Number.NaN;
      const measured = await measureLoad(repository.server, loads.subject);
      growth.push({ value: ((memoryOf(pid)?.peak ?? Number.NaN) - before) / megabyte });
      return measured;
    },
  });
  await floorServer.server.stop();
  const wanted = { comparison: 'at least', value: 0.35 } as const;
  return [
    comparedLine(`download of ${size} MB`, 'MB/s', inMegabytes(taken.floor), inMegabytes(taken.subject), wanted),
    plainLine(`download of ${size} MB: server grows by`, 'MB', growth, {
      wanted: { comparison: 'below', value: 50 },
    }),
  ];
};
