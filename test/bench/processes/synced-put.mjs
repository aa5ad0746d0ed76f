// The floor of durable writing: LevelDB putting one value at a time, or several in a batch, each on disk before the next.
// Arguments: an empty folder, seconds, bytes of a value, values in a batch (1). Prints one line of JSON.
import { randomBytes } from 'node:crypto';
import { Level } from 'level';

const [folder, seconds, size, perBatch = '1'] = process.argv.slice(2);
const database = new Level(folder, { keyEncoding: 'utf8', valueEncoding: 'buffer' });
await database.open();
const value = Buffer.from(randomBytes(Number(size)).toString('base64').slice(0, Number(size)));
let count = 0;

async function putFor(milliseconds) {
  const from = performance.now();
  const first = count;
  while (performance.now() - from < milliseconds) {
    const puts = [];
    for (let at = 0; at < Number(perBatch); at += 1) {
      count += 1;
      puts.push({ type: 'put', key: `node!${count}`, value });
    }
    await database.batch(puts, { sync: true });
  }
  return { count: count - first, seconds: (performance.now() - from) / 1000 };
}

await putFor(500);
const before = process.cpuUsage();
const figures = await putFor(Number(seconds) * 1000);
const used = process.cpuUsage(before);
await database.close();
process.stdout.write(`${JSON.stringify({ ...figures, cpu: (used.user + used.system) / 1_000_000 })}\n`);
