import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { startCommand } from '../faults/command-line.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import { peakBytes, peakBytesAtEnd, requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';

const megabyte = 1024 * 1024;
const big = 1024 * megabyte;
const allowed = 100 * megabyte;

async function newFile(path: string, size: number): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.truncate(size);
    // Not zeros alone: bytes in the wrong order would show.
    for (let at = 0; at + 8 <= size; at += megabyte) await file.write(Buffer.from(`${at}`.padStart(8)), 0, 8, at);
  } finally {
    await file.close();
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: megabyte }), hash);
  return hash.digest('hex');
}

test('An upload of 1 GB takes less than 100 MB more memory, in the server and in the client', async (context) => {
  requireProcessMemory(context);
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  const [smallFile, bigFile] = [join(folder.path, 'small.bin'), join(folder.path, 'big.bin')];
  await newFile(smallFile, 8);
  await newFile(bigFile, big);
  const daemon = await startDaemon({ dataDirectory });
  onTestFinished(daemon.kill);
  const target = { repository: '-home-', node: '-userhome-', type: 'ccm:io' };
  const { node } = await daemon.client.createNode({ ...target, body: { 'cm:name': ['big.bin'] } });

  /** Uploads by the command line; resolves to the most memory that the command took. */
  const upload = async (file: string): Promise<number> => {
    const command = startCommand({ dataDirectory }, 'node', 'upload', node.ref.id, file);
    if (command.pid === undefined) throw new Error('The command did not start.');
    const peak = await peakBytesAtEnd(command.pid);
    expect((await command).exitCode).toBe(0);
    return peak;
  };

  const clientBefore = await upload(smallFile);
  const serverBefore = await residentBytes(daemon.pid);
  const clientGrowth = (await upload(bigFile)) - clientBefore;
  const serverGrowth = (await peakBytes(daemon.pid)) - serverBefore;
  report(
    `1 GB upload: server +${Math.round(serverGrowth / megabyte)} MB, client +${Math.round(clientGrowth / megabyte)} MB`,
  );
  const { content, size } = (await daemon.client.getNode({ repository: '-home-', node: node.ref.id })).node;
  expect({ hash: content.hash, size }).toEqual({ hash: await sha256Of(bigFile), size: `${big}` });
  expect(serverGrowth).toBeLessThan(allowed);
  expect(clientGrowth).toBeLessThan(allowed);
});
