import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { dataDirectoryOf } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

/** A word of a unit: systemd expands `%` and `$`, and splits at spaces. */
function unitWord(text: string): string {
  if (/[\p{Cc}]/u.test(text))
    throw usageFailure('The path contains a control character.', 'A unit cannot contain it.', 'Choose another path');
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./-]+$/.test(text) ? escaped : `"${escaped}"`;
}

const unitLines = (user: string, program: readonly string[], dataDirectory: string): string[] => [
  '[Unit]',
  'Description=edu-repo, a repository for educational material',
  'After=network-online.target',
  'Wants=network-online.target',
  '',
  '[Service]',
  `User=${user}`,
  `ExecStart=${[...program, 'serve', '--data', dataDirectory].map(unitWord).join(' ')}`,
  'Restart=on-failure',
  '# The server answers its last requests before it stops.',
  'TimeoutStopSec=60',
  'LimitNOFILE=65536',
  'UMask=0077',
  'NoNewPrivileges=yes',
  'PrivateTmp=yes',
  'ProtectSystem=full',
  '',
  '[Install]',
  'WantedBy=multi-user.target',
];

async function print(user: string, context: Context) {
  refuseUrl(context);
  const { globals, environment, output } = context;
  const dataDirectory = await dataDirectoryOf(globals, environment);
  const [, script = ''] = process.argv;
  for (const line of unitLines(user, [process.execPath, resolve(script)], dataDirectory)) await output.line(line);
  output.note('To start it with the machine: write this to /etc/systemd/system/edu-repo.service, then');
  output.note('  sudo systemctl daemon-reload && sudo systemctl enable --now edu-repo');
  return exitCodes.ok;
}

function readUser(user: string): string {
  if (/^[\w.][\w.-]*\$?$/.test(user)) return user;
  throw usageFailure(
    `"${user}" is not the name of a user.`,
    'A unit names a user of this machine.',
    'For example: --user edu-repo',
  );
}

export const servicePrint = defineCommand<{ readonly user?: string }, string>({
  examples: [
    {
      line: 'edu-repo service print --user edu-repo --data /srv/edu-repo/data | sudo tee /etc/systemd/system/edu-repo.service',
      does: 'write a unit for the user edu-repo and this data directory',
    },
    { line: 'edu-repo service print', does: 'show the unit for yourself and your data directory' },
  ],
  configure: (command) => command.option('--user <name>', 'user of this machine that runs the server (default: you)'),
  readOptions: (_, { user }) => readUser(user ?? userInfo().username),
  run: print,
});
