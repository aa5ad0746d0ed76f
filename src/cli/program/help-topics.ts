import type { Command } from 'commander';
import { createOutput } from '../print/output.ts';
import { usageFailure } from './failure.ts';
import type { Host } from './host.ts';
import { queryHelp } from './query-help.ts';

const environment = `Environment variables

Which repository, and as whom:
  EDU_REPO_REMOTE          a remote by its name, as --remote (edu-repo remote add)
  EDU_REPO_URL             address of a repository, as --url: https://repo.example.org/edu-sharing/rest
  EDU_REPO_DATA            data directory of the local repository, as --data
  EDU_REPO_CONFIG          your own settings, as --config: remotes, and the logins beside them
  EDU_REPO_TOKEN           sign in with this token (Bearer)
  EDU_REPO_USER            sign in with this user name and EDU_REPO_PASSWORD
  EDU_REPO_PASSWORD        see EDU_REPO_USER
  XDG_CONFIG_HOME          without --config and EDU_REPO_CONFIG, your settings are edu-repo/config.yaml in this folder
                           (~/.config where it is not set)
  XDG_DATA_HOME            without --data and EDU_REPO_DATA, the data directory is edu-repo in this folder
                           (~/.local/share where it is not set)

The repository is the first of these: --remote or --url; EDU_REPO_REMOTE or EDU_REPO_URL; the remote that edu-repo
remote use has chosen; the local data directory. --data on the command line goes before the variables and the choice.
Who you are is said by EDU_REPO_TOKEN, else EDU_REPO_USER, else by the login that edu-repo login has kept for this
address. A local repository needs no sign-in: who may read its data directory is its operator.

Running a repository:
  EDU_REPO_ADMIN_PASSWORD  password of the account admin when a data directory is made
  EDU_REPO_SERVER_PORT …   every key of config.yaml: dots become _, upper case

Colours:
  NO_COLOR, CLICOLOR=0, TERM=dumb     none
  CLICOLOR_FORCE, FORCE_COLOR         also without a terminal
`;

const exitCodeText = `Exit codes

    0  done
    1  an error that is none of the following; also a person, group or application whose name is taken
    2  the command line makes no sense, or a question would have to be asked and nobody is there to answer
    3  a node, a person or a repository does not exist
    4  sign-in needed, or refused
    5  signed in, but without the right
    6  conflict, such as the name of a node or the file for a secret that is there already
    7  partly done: some of several failed; they are named on stderr
    8  the server cannot be reached, or failed
    9  another process owns the data directory
  130  interrupted by Ctrl-C
`;

/** The pages of `edu-repo help TOPIC` that are no commands. */
export const helpTopics: Readonly<Record<string, string>> = {
  environment,
  'exit-codes': exitCodeText,
  query: queryHelp,
};

// Asked for help, commander takes a name that it does not know for none at all.
function requireKnown(program: Command, topic: readonly string[]): void {
  let command: Command | undefined = program;
  for (const word of topic) {
    const parent: Command = command;
    command = parent.commands.find((candidate) => candidate.name() === word || candidate.aliases().includes(word));
    if (command !== undefined) continue;
    throw usageFailure(
      `There is no help on ${topic.join(' ')}.`,
      `The topics are: ${Object.keys(helpTopics).join(', ')}, and every command.`,
      'Try: edu-repo --help',
    );
  }
}

/** Prints the page of a topic, else the help of the command with this name. */
export async function showHelp(program: Command, topic: readonly string[], host: Host): Promise<void> {
  const name = topic.join(' ');
  const page = Object.hasOwn(helpTopics, name) ? helpTopics[name] : undefined;
  if (page !== undefined) return createOutput(host.stdout, host.stderr).data(page);
  requireKnown(program, topic);
  await program.parseAsync([...topic, '--help'], { from: 'user' });
}
