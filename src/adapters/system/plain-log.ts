import { EOL } from 'node:os';
import { controlCharacters } from '../../base/control-characters.ts';
import type { Log } from '../../ports/log.ts';
import { withoutSecrets } from './redaction.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Facts that only programs need. `--debug` shows the stack. */
const leftOut: ReadonlySet<string> = new Set(['stack', 'requestId']);

const control = new RegExp(`${controlCharacters}+`, 'gu');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Writes warnings and errors as plain lines, for the user of a command: `Warning: MESSAGE (place: …, problem: …)`. Information is
 * left out. Secrets are hidden (`withoutSecrets`), and control characters become spaces, as do those of writing directions.
 */
export function createPlainLog(
  write: (text: string) => void = (text) => {
    process.stderr.write(text);
  },
): Log {
  const line =
    (label: string) =>
    (message: string, facts: Facts = {}) => {
      const shown = Object.entries(withoutSecrets(facts) as Facts).filter(([name]) => !leftOut.has(name));
      const details = shown.map(([name, value]) => `${name}: ${textOf(value)}`).join(', ');
      const text = `${label}: ${String(withoutSecrets(message))}${details === '' ? '' : ` (${details})`}`;
      write(`${text.replaceAll(control, ' ')}${EOL}`);
    };
  return { info: () => undefined, warn: line('Warning'), error: line('Error') };
}
