import { appCommands } from '../app/commands.ts';
import { backupCommands } from '../backup/commands.ts';
import { clientCommands } from '../client/commands.ts';
import { collectionCommands } from '../collection/commands.ts';
import { commentCommands } from '../comment/commands.ts';
import { configCommands } from '../config/commands.ts';
import { dataProtectionCommands } from '../dataprotection/commands.ts';
import { apiCommands, everydayCommands, signInCommands } from '../everyday/commands.ts';
import { groupCommands } from '../group/commands.ts';
import { harvestCommands } from '../harvest/commands.ts';
import { jobCommands } from '../job/commands.ts';
import { mdsCommands } from '../mds/commands.ts';
import { metadataCommands } from '../metadata/commands.ts';
import { nodeCommands } from '../node/commands.ts';
import { orgCommands } from '../org/commands.ts';
import { permissionCommands } from '../permission/commands.ts';
import { remoteCommands } from '../remote/commands.ts';
import { repositoryCommands } from '../repository/commands.ts';
import { serverCommands } from '../server/commands.ts';
import { serviceCommands } from '../service/commands.ts';
import { trashCommands } from '../trash/commands.ts';
import { usageCommands } from '../usage/commands.ts';
import { userCommands } from '../user/commands.ts';
import type { CommandEntry, NounTable, SingleCommand } from './command-table.ts';

/** All nouns, in the order of the help. */
export const nouns: readonly NounTable[] = [
  nodeCommands,
  metadataCommands,
  trashCommands,
  userCommands,
  groupCommands,
  orgCommands,
  permissionCommands,
  collectionCommands,
  mdsCommands,
  commentCommands,
  appCommands,
  usageCommands,
  jobCommands,
  clientCommands,
  repositoryCommands,
  harvestCommands,
  dataProtectionCommands,
  backupCommands,
  configCommands,
  serviceCommands,
  remoteCommands,
];

const single = ({ name, ...command }: SingleCommand): CommandEntry => ({ ...command, path: [name] });

const verbsOf = ({ noun, commands }: NounTable): CommandEntry[] =>
  commands.map(({ verb, ...command }) => ({ ...command, path: [noun, verb] }));

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  ...serverCommands.map(single),
  ...everydayCommands.map(single),
  ...nouns.filter(({ noun }) => noun !== 'remote').flatMap(verbsOf),
  ...signInCommands.map(single),
  ...verbsOf(remoteCommands),
  ...apiCommands.map(single),
  {
    path: ['complete'],
    summary: 'Print what may stand in the place of the last word',
    hidden: true,
    load: async () => (await import('../completion/complete.ts')).completeFrom({ commands, nouns }),
  },
];
