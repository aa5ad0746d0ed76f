import { defineCommand } from '../program/command.ts';
import { declareSyncOptions, readSyncOptions, type SyncFlags } from './options.ts';
import { runSync, type SyncOptions } from './run-sync.ts';

export const sync = defineCommand<SyncFlags, SyncOptions>({
  endsOnSignal: true,
  recorded: () => true,
  examples: [
    { line: 'edu-repo sync ./Material repo:/Mathe', does: 'add and update in /Mathe what the folder Material has' },
    {
      line: 'edu-repo sync --delete --dry-run ./Material schule:/Mathe',
      does: 'show what would be transferred and deleted at the remote schule',
    },
    { line: 'edu-repo sync schule:/Mathe kreis:/Schule/Mathe', does: 'keep a folder of another repository in step' },
  ],
  configure: (command) => {
    declareSyncOptions(
      command
        .argument('<source>', 'local folder, or folder in a repository as repo:/PATH or NAME:/PATH')
        .argument('<target>', 'the folder that becomes like it; created if it is missing'),
    );
  },
  readOptions: ([source = '', target = ''], flags) => readSyncOptions(source, target, flags),
  run: runSync,
});
