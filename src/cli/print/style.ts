import type { Host } from '../program/host.ts';
import type { OutputStream } from './output.ts';
import { printable } from './printable.ts';

/** Adds colours for a terminal. The text contains all information without them. */
export interface Style {
  /** Replaces control characters on a terminal. */
  text(text: string): string;
  heading(text: string): string;
  folder(text: string): string;
  problem(text: string): string;
  aside(text: string): string;
  /** A match in a search result. */
  match(text: string): string;
}

const same = (text: string): string => text;

export const plainStyle: Style = { text: same, heading: same, folder: same, problem: same, aside: same, match: same };

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0';

/**
 * Whether to use colours. Decided by `--no-color`, NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR, TERM, and whether
 * the stream is a terminal, in this order.
 */
export function wantsColours(stream: OutputStream, allowed: boolean, environment: Host['environment']): boolean {
  if (!allowed || (environment['NO_COLOR'] ?? '') !== '') return false;
  if (isSet(environment['CLICOLOR_FORCE']) || isSet(environment['FORCE_COLOR'])) return true;
  if (environment['CLICOLOR'] === '0' || environment['TERM'] === 'dumb') return false;
  return stream.isTTY === true;
}

export async function loadStyle(
  stream: OutputStream,
  allowed: boolean,
  environment: Host['environment'],
): Promise<Style> {
  const text = stream.isTTY === true ? printable : same;
  if (!wantsColours(stream, allowed, environment)) return { ...plainStyle, text };
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    text,
    heading: (words) => chalk.bold(words),
    folder: (words) => chalk.blue(words),
    problem: (words) => chalk.red(words),
    aside: (words) => chalk.dim(words),
    match: (words) => chalk.yellow.bold(words),
  };
}
