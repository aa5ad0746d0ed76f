import { clipped } from '../../base/clipped.ts';
import type { ImportOutcome, ImportResult } from '../../domain/harvests/harvest.ts';
import type { EndedProcess } from './import-process.ts';

const maxProblems = 10;
const maxCounts = 40;
const maxText = 400;
const maxLog = 8_000;

/** The exit codes of the command line; all others are failures. */
const results: Readonly<Record<number, ImportResult>> = { 0: 'done', 7: 'partly' };

/** How an import ended, by its exit code. */
export const resultOfCode = ({ code }: EndedProcess): ImportResult => results[code ?? -1] ?? 'failed';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that `-o json` prints; empty if the process ended before. */
export function resultOf(stdout: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(stdout);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** All numbers of the result, by dotted names such as `files.created`. */
const countsOf = (result: object, prefix = ''): [string, number][] =>
  Object.entries(result).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[`${prefix}${name}`, value]];
    return prefix === '' && isObject(value) ? countsOf(value, `${name}.`) : [];
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? clipped(value, maxText) : '');

/** The first entries of the lists of problems in the result: items that failed, then those stored without some values. */
const problemsOf = ({ errors, problems }: Readonly<Record<string, unknown>>): ImportOutcome['problems'] =>
  [errors, problems]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .filter(isObject)
    .sort((a, b) => Number(b['result'] === 'failed') - Number(a['result'] === 'failed'))
    .slice(0, maxProblems)
    .map(({ path, where, message, problems: ofItem }) => {
      const first: unknown = Array.isArray(ofItem) ? ofItem[0] : undefined;
      return { where: textOf(where ?? path), why: textOf(message ?? (isObject(first) ? first['why'] : undefined)) };
    });

/** How the line of an error begins. */
const prefix = /^edu-repo(?: [a-z]+)?: /;

/** Why an import failed: what failed, why, and what to do, of which some may be missing. */
export function reasonLines({ code, signal, stderr }: EndedProcess): readonly string[] {
  if (signal !== null) return [`The process of the import was ended by ${signal}.`];
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const begin = lines.findLastIndex((line) => prefix.test(line));
  const message = lines.slice(Math.max(0, begin), begin + 3).map((line) => line.trim().replace(prefix, ''));
  return message.length > 0 ? message : [`The process of the import ended with code ${code}.`];
}

/** What an import did, by its exit code and what it wrote. */
export function importOutcome(ended: EndedProcess): ImportOutcome {
  const outcome = resultOfCode(ended);
  const result = resultOf(ended.stdout);
  return {
    outcome,
    reason: outcome === 'failed' ? clipped(reasonLines(ended).join(' '), maxText) : null,
    counts: Object.fromEntries(countsOf(result).slice(0, maxCounts)),
    problems: problemsOf(result),
    log: ended.stderr.slice(-maxLog).toWellFormed(),
  };
}
