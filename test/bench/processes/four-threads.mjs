// A floor of the import: four threads copy the files of a folder. For each file a thread writes it under another name, syncs it,
// renames it and syncs its folder; then it takes the next one. Threads with synchronous calls have no queue and no event loop
// between them and the disk. Arguments: the folder, an empty folder. Prints one line of JSON.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const threads = 4;
const chunkSize = 1_048_576;

function syncFolder(folder) {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function copyFile(source, target, chunk) {
  const temporary = `${target}.part`;
  const [from, to] = [openSync(source, 'r'), openSync(temporary, 'wx')];
  for (let size = readSync(from, chunk); size > 0; size = readSync(from, chunk)) writeSync(to, chunk, 0, size);
  fsyncSync(to);
  closeSync(to);
  closeSync(from);
  renameSync(temporary, target);
  syncFolder(dirname(target));
}

function copyFiles({ source, target, files, next }) {
  const chunk = Buffer.alloc(chunkSize);
  for (let at = Atomics.add(next, 0, 1); at < files.length; at = Atomics.add(next, 0, 1)) {
    copyFile(join(source, files[at]), join(target, files[at]), chunk);
  }
}

/** Resolves with the next message of a thread; rejects where the thread fails. */
const messageFrom = (worker) =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });

async function main(source, target) {
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  const pathOf = (entry) => join(entry.parentPath, entry.name).slice(source.length + 1);
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const options = { workerData: { source, target, files, next } };
  const workers = Array.from({ length: threads }, () => new Worker(new URL(import.meta.url), options));
  await Promise.all(workers.map(messageFrom));
  const [from, before] = [performance.now(), process.cpuUsage()];
  for (const folder of folders) {
    mkdirSync(join(target, folder), { recursive: true });
    syncFolder(dirname(join(target, folder)));
  }
  for (const worker of workers) worker.postMessage('start');
  await Promise.all(workers.map(messageFrom));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - from) / 1000;
  process.stdout.write(`${JSON.stringify({ seconds, cpu: (user + system) / 1_000_000 })}\n`);
}

if (isMainThread) {
  const [, , source, target] = process.argv;
  await main(source, target);
} else {
  parentPort.once('message', () => {
    copyFiles(workerData);
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
}
