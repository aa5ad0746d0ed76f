import { randomBytes } from 'node:crypto';
import type { Bench, Group } from '../bench.ts';
import type { Measurement } from '../figures.ts';
import { plainLine } from '../line.ts';
import { type Load, measureLoad, writeRequests } from '../load.ts';
import { type Repository, signIn } from '../repository.ts';
import { settle } from '../settle.ts';

const clients = 4;
/** Bytes of one file. */
const size = 1_048_576;
const boundary = 'edu-repo-bench';

/** A form with one file, in which one number differs each time. */
function form(): string {
  const bytes = randomBytes(size).toString('base64').slice(0, size);
  return [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="Scan.bin"',
    'Content-Type: application/octet-stream',
    '',
    `@n@ ${bytes}`,
    `--${boundary}--`,
    '',
  ].join('@crlf@');
}

async function newNodes({ asTeacher }: Repository, folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < clients; at += 1) {
    const body = { 'cm:name': [`Scan ${at}.bin`] };
    const { node } = await asTeacher.createNode({ repository: '-home-', node: folder, type: 'ccm:io', body });
    ids.push(node.ref.id);
  }
  return ids;
}

async function loadsOf(bench: Bench, repository: Repository): Promise<{ up: Load; down: Load }> {
  const { drafts } = await bench.fixture();
  const nodes = await newNodes(repository, drafts[0] ?? '');
  const { origin, pathname: root } = new URL(repository.url);
  const common = {
    url: origin,
    authorization: repository.authorizations.teacher,
    clients,
    seconds: bench.options.seconds,
  };
  const body = form();
  const uploads = nodes.map((id) => ({
    path: `${root}/node/v1/nodes/-home-/${id}/content?versionComment=&mimetype=application/octet-stream`,
    body,
  }));
  const downloads = nodes.map((id) => ({ path: `${root.replace(/\/rest$/, '')}/eduservlet/download?nodeId=${id}` }));
  return {
    up: {
      ...common,
      method: 'POST',
      requests: await writeRequests(bench.folder, 'uploads', uploads),
      contentType: `multipart/form-data; boundary=${boundary}`,
    },
    down: { ...common, method: 'GET', requests: await writeRequests(bench.folder, 'downloads', downloads) },
  };
}

/** Files of 1 MB, as teachers have them most, several at a time; each upload is on disk before its answer. */
export const transfer: Group = async (bench) => {
  const repository = await bench.repository('any core');
  await signIn(repository);
  const { up, down } = await loadsOf(bench, repository);
  const taken: { up: Measurement[]; down: Measurement[] } = { up: [], down: [] };
  for (let round = 0; round < bench.options.rounds; round += 1) {
    taken.up.push(await measureLoad(repository.server, up));
    await settle(repository);
    taken.down.push(await measureLoad(repository.server, down));
  }
  return [
    plainLine(`upload of 1 MB, ${clients} clients`, 'MB/s', taken.up),
    plainLine(`download of 1 MB, ${clients} clients`, 'MB/s', taken.down),
  ];
};
