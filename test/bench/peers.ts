import { existsSync } from 'node:fs';
import { ofPackage, start } from './child.ts';

const folder = ofPackage('test/bench');
const built = ofPackage('test/bench/node_modules/better-sqlite3/build/Release/better_sqlite3.node');

/**
 * Installs what the bench compares with, by the lock file in its own folder, where it is not there yet. Rejects where that cannot
 * be done: without the peers nothing can be compared.
 */
export async function installPeers(): Promise<void> {
  if (existsSync(built)) return;
  console.error('installing the peers into test/bench (better-sqlite3 may have to be compiled, which takes a minute)');
  await start(['npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund']).ended;
  if (!existsSync(built)) throw new Error(`better-sqlite3 was not built: see what npm rebuild says in ${folder}.`);
}
