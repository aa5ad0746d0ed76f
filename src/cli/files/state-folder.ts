import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the user for what the command line keeps between runs, such as jobs (XDG base directories). */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] || homedir();
  return join(environment['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'edu-repo');
}
