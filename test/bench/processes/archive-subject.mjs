// The archive writer of edu-repo by itself: stores files of packed types in a ZIP file. Says what it measured in JSON on its last
// line. `lines/archive.ts` bundles it. Arguments: the folder of the files, whose names are the hashes of their bytes, and a folder
// for the archive.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createArchiveWriter } from '../../../src/adapters/archives/archive-writer.ts';

const [contents, folder] = process.argv.slice(2);
const contentPath = (hash) => join(contents, hash);
const files = readdirSync(contents).map((hash) => ({ hash, size: statSync(contentPath(hash)).size }));

/** In bytes: `VmRSS` now, or `VmHWM` since `forgetPeak`. */
const memory = (name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
const forgetPeak = () => writeFileSync('/proc/self/clear_refs', '5');

const writer = createArchiveWriter({ folder, contentPath });
const modifiedAt = new Date();
const delay = monitorEventLoopDelay({ resolution: 1 });
forgetPeak();
const before = memory('VmRSS');
delay.enable();
const from = performance.now();
const archive = await writer.open();
for (const { hash, size } of files) {
  await archive.add({ path: `${hash}.jpg`, modifiedAt, content: { hash, size, mimeType: 'image/jpeg' } });
}
const finished = await archive.finish();
const seconds = (performance.now() - from) / 1000;
delay.disable();
const growth = memory('VmHWM') - before;
await finished.remove();
await writer.stop();
console.log(JSON.stringify({ seconds, growth, delay: delay.percentile(99) / 1_000_000 }));
