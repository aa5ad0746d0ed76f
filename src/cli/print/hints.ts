import type { GlobalOptions } from '../program/global-options.ts';
import { shellWord } from './shell-word.ts';

/** The options that select a repository, as they were typed. */
export type Selection = Partial<Pick<GlobalOptions, 'data' | 'remote' | 'url' | 'config'>>;

/** The commands that work in the repository that a command line selects. Those that name it already are left as they are. */
const commands =
  /\bedu-repo (?=(?:api|app|cat|client|collection|comment|cp|dataprotection|group|harvest|import|login|ls|mds|metadata|mkdir|mv|node|open|org|permission|rate|recent|repository|rm|search|share|status|sync|trash|tree|unshare|usage|user|verify|watch|whoami)\b(?![^;,()]* (?:--(?:data|remote|url)\b|\S+:\/))(?! NAME| URL))/g;

/** Addresses that are refused, such as one with a password in it, are not shown again. */
const isShown = (name: string, value: string): boolean => name !== 'url' || /^https?:\/\/[^@\s]+$/.test(value);

/**
 * Completes the command lines in a hint by the options that selected the repository, so that they can be copied as they are. Returns
 * other text unchanged.
 */
export function hintsAt({ data, remote, url, config }: Selection): (text: string) => string {
  const options = Object.entries({ config, data, remote, url }).flatMap(([name, value]) =>
    value !== undefined && isShown(name, value) ? [`--${name} ${shellWord(value)} `] : [],
  );
  const selection = options.join('');
  return selection === '' ? (text) => text : (text) => text.replace(commands, (line) => line + selection);
}
