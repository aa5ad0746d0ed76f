// Requests from several clients for a while: what wrk does, where wrk is not installed. Takes the same variables and
// prints the same line of JSON as wrk.lua.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const { BENCH_URL: url, BENCH_METHOD: method, BENCH_REQUESTS: file, BENCH_AUTHORIZATION: authorization } = process.env;
const {
  BENCH_CONTENT_TYPE: contentType,
  BENCH_MARK: mark = '',
  BENCH_CLIENTS: clients,
  BENCH_SECONDS: seconds,
} = process.env;
const requests = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replaceAll('@crlf@', '\r\n').split('\t'));
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) });
const latencies = [];
let count = 0;
let failed = 0;

function send([path, body]) {
  count += 1;
  const name = `${mark}${count}`;
  const text = body?.replace('@n@', name);
  const headers = { accept: 'application/json' };
  if (authorization) headers.authorization = authorization;
  if (text !== undefined) {
    headers['content-type'] = contentType;
    headers['content-length'] = Buffer.byteLength(text);
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, agent, headers }, (response) => {
      if (response.statusCode >= 400) failed += 1;
      response.resume();
      response.once('end', resolve);
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

const from = performance.now();
const until = from + Number(seconds) * 1000;

async function runClient() {
  while (performance.now() < until) {
    const sent = performance.now();
    await send(requests[count % requests.length]);
    latencies.push(performance.now() - sent);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, runClient));
const elapsed = (performance.now() - from) / 1000;
agent.destroy();
latencies.sort((a, b) => a - b);
const percentile = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
const figures = { requests: latencies.length, seconds: elapsed, failed, p50: percentile(0.5), p99: percentile(0.99) };
process.stdout.write(`${JSON.stringify(figures)}\n`);
