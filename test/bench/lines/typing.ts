import { type Line, plainLine, type Wanted } from '../line.ts';
import { cpuSeconds, memoryOf } from '../process-figures.ts';
import type { Repository } from '../repository.ts';
import { below } from './get.ts';

const atMost = (value: number): Wanted => ({ comparison: 'at most', value });

const warmUps = 200;
const megabyte = 1_048_576;

interface Waits {
  /** Milliseconds of each request, in order of size. */
  readonly times: readonly number[];
  /** Milliseconds of the server's CPU for a request. */
  readonly cpu: number;
}

/** What one person waits for who sends one request after the other, as the teacher. */
async function waitsFor({ url, server, authorizations }: Repository, paths: readonly string[]): Promise<Waits> {
  const headers = { authorization: authorizations.teacher };
  const get = async (path: string): Promise<number> => {
    const start = performance.now();
    const response = await fetch(new URL(path, url), { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    return performance.now() - start;
  };
  for (const path of paths.slice(0, warmUps)) await get(path);
  const times: number[] = [];
  const before = cpuSeconds(server.pid);
  for (const path of paths) times.push(await get(path));
  const cpu = ((cpuSeconds(server.pid) - before) * 1000) / paths.length;
  return { times: times.sort((one, other) => one - other), cpu };
}

const quantile = ({ times }: Waits, share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;

/** What the passages of a page of ten cost, beside the same page without. */
export async function passageLines(subject: Repository, words: readonly string[], count: string): Promise<Line[]> {
  const pages = (more: string) =>
    words.map((text) =>
      below(subject.url, `/node/v1/nodes/-home-?query=${encodeURIComponent(text)}&maxItems=10${more}`),
    );
  const [plain, marked] = [await waitsFor(subject, pages('')), await waitsFor(subject, pages('&highlights=true'))];
  const [title, value] = [
    `passages of a page of 10 in ${count} nodes, CPU beside the page without`,
    marked.cpu - plain.cpu,
  ];
  return [plainLine(title, 'ms', [{ value }], { wanted: atMost(3), remark: `the page ${plain.cpu.toFixed(1)} ms` })];
}

/** Suggestions while a person types, letter by letter, and the memory that their index takes. */
export async function suggestionLines(subject: Repository, words: readonly string[], count: string): Promise<Line[]> {
  const typed = words.flatMap((word) => [2, 3, 4, word.length].map((length) => word.slice(0, length)));
  const paths = typed.map((text) => below(subject.url, `/edu-repo/v1/suggest?q=${encodeURIComponent(text)}`));
  const residentBefore = memoryOf(subject.server.pid)?.resident ?? Number.NaN;
  for (;;) {
    const response = await fetch(new URL(paths[0] ?? '', subject.url), {
      headers: { authorization: subject.authorizations.teacher },
    });
    const answer = (await response.json()) as { readonly isComplete?: boolean };
    if (answer.isComplete !== false) break;
  }
  const waits = await waitsFor(subject, paths);
  const memory = ((memoryOf(subject.server.pid)?.resident ?? Number.NaN) - residentBefore) / megabyte;
  const title = `suggestions in ${count} nodes`;
  return [
    plainLine(`${title}, p50`, 'ms', [{ value: quantile(waits, 0.5) }]),
    plainLine(`${title}, p99`, 'ms', [{ value: quantile(waits, 0.99) }], { wanted: atMost(5) }),
    plainLine(`${title}: memory that is more than before`, 'MB', [{ value: memory }], { wanted: atMost(60) }),
  ];
}
