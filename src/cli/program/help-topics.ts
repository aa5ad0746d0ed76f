import type { Command } from 'commander';
import { createOutput } from '../print/output.ts';
import { usageFailure } from './failure.ts';
import type { Host } from './host.ts';
import { queryHelp } from './query-help.ts';

const environment = `Environment variables

Selecting the repository and signing in:
  EDU_REPO_REMOTE          name of a remote, like --remote (see edu-repo remote add)
  EDU_REPO_URL             address of a repository, like --url: https://repo.example.org/edu-sharing/rest
  EDU_REPO_DATA            data directory of the local repository, like --data
  EDU_REPO_CONFIG          your settings file with the remotes, like --config; logins are stored next to it
  EDU_REPO_AS              user whose login is used at a remote, like --as after the command: edu-repo ls / --as anna
  EDU_REPO_TOKEN           sign in with this token (Bearer)
  EDU_REPO_USER            sign in with this user name and EDU_REPO_PASSWORD
  EDU_REPO_PASSWORD        see EDU_REPO_USER
  XDG_CONFIG_HOME          without --config and EDU_REPO_CONFIG, your settings are edu-repo/config.yaml in this folder
                           (default: ~/.config)
  XDG_STATE_HOME           your jobs, and the IDs of the last hits in each terminal, are in edu-repo in this folder
                           (default: ~/.local/state)
  XDG_DATA_HOME            without --data and EDU_REPO_DATA, the data directory is edu-repo in this folder
                           (default: ~/.local/share)

edu-repo uses the first of these repositories: --remote or --url; EDU_REPO_REMOTE or EDU_REPO_URL; the remote chosen
with edu-repo remote use; the local data directory. --data on the command line takes precedence over the variables and
the chosen remote.
You sign in with the login of the user in --as, else with EDU_REPO_TOKEN, else with EDU_REPO_USER, else with the login
that edu-repo login stored for this address: that of the user in EDU_REPO_AS, else the last one. A local repository needs no sign-in: a user who can read its data directory is its operator.

Running a repository:
  EDU_REPO_ADMIN_PASSWORD  password of the account admin in a new data directory
  EDU_REPO_SERVER_PORT …   any key of config.yaml: EDU_REPO_ and the key in upper case, with _ instead of dots

Colours:
  NO_COLOR, CLICOLOR=0, TERM=dumb     never use colours
  CLICOLOR_FORCE, FORCE_COLOR         use colours even without a terminal
`;

const exitCodeText = `Exit codes

    0  success
    1  any other error; also a new person, group or app whose name is taken
    2  the command line is invalid, or the command must ask a question but has no terminal
    3  a node, a person or a repository does not exist
    4  you must sign in, or signing in failed
    5  you are signed in, but may not do this
    6  conflict, for example a node that already exists, or an existing file where a secret would be written
    7  partly done: some of several actions failed; stderr lists them
    8  the server is unreachable or failed, or the port for a new server is in use
    9  another process uses the data directory
  130  interrupted by Ctrl-C
`;

const addresses = `Addresses of nodes

  /Mathe/Klasse 7          a path from the top of the repository
  ~/Entwürfe               a path from your home folder; quote it, or the shell replaces ~
  01a223ba-…               an ID, and ID/Name for a path below this folder
  -userhome-               a special folder: -companyhome-, -shared_files-, -to_me_shared_files-, -my_shared_files-
  schule:/Mathe            the same at the remote schule, in every command (edu-repo remote list)
  repo:/Mathe              in the chosen repository; cp and sync need it, because their paths may be local files
  [/srv/schule]:/Mathe     in the repository of a data directory, or of an address: [https://repo.example.org]:/Mathe
  @2                       the second hit of the last edu-repo search or recent in this terminal, in the repository of that
                           search, and @2/Name below it; quote it in PowerShell. A local file: ./@2; a node: /@2

Examples:
  $ edu-repo ls schule:/Mathe                        list a folder of a remote
  $ edu-repo cp -r schule:/Mathe kreis:/Archiv       copy it to another repository
  $ edu-repo permission get 'schule:~/Entwürfe'      show who may read a folder
`;

const roles = `Roles

  Consumer       Leser           read, download and comment
  Editor         Bearbeiter      also change content and metadata
  Contributor    Beitragender    read, and add files and folders
  Collaborator   Mitarbeiter     read, change and add
  Coordinator    Koordinator     everything, also delete and share

Examples:
  $ edu-repo permission get /Mathe                   show who has which role on a folder
  $ edu-repo share /Mathe 7a anna                    let a group and a person read
  $ edu-repo share /Mathe anna --role Mitarbeiter    give another role
  $ edu-repo permission check anna /Mathe            what a person may do, and why
`;

const filters = `Filters of a search

--filter PROPERTY=VALUE takes the property or its caption, and a key or a caption of its value list. Several values of one property
mean "or", several properties mean "and".

Examples:
  $ edu-repo search bruch --filter Lizenz=CC_BY      find hits under this licence
  $ edu-repo search --all --filter Fach=Mathematik --filter Fach=Physik
  $ edu-repo search bruch --in /Mathe --facet Fach   find hits below a folder, and count them by subject

To list the values of a property: edu-repo mds values PROPERTY. For the words of a query: edu-repo help query
`;

/** The pages of `edu-repo help TOPIC` for topics that are not commands. */
export const helpTopics: Readonly<Record<string, string>> = {
  addresses,
  environment,
  'exit-codes': exitCodeText,
  filters,
  query: queryHelp,
  roles,
};

// With `--help`, commander ignores unknown command names.
function requireKnown(program: Command, topic: readonly string[]): void {
  let command: Command | undefined = program;
  for (const word of topic) {
    const parent: Command = command;
    command = parent.commands.find((candidate) => candidate.name() === word || candidate.aliases().includes(word));
    if (command !== undefined) continue;
    throw usageFailure(
      `There is no help topic "${topic.join(' ')}".`,
      `Topics are: ${Object.keys(helpTopics).join(', ')}, and all commands.`,
      'For help: edu-repo --help',
    );
  }
}

/** Prints the page of a topic, or the help of the command with this name. */
export async function showHelp(program: Command, topic: readonly string[], host: Host): Promise<void> {
  const name = topic.join(' ');
  const page = Object.hasOwn(helpTopics, name) ? helpTopics[name] : undefined;
  if (page !== undefined) return createOutput(host.stdout, host.stderr).data(page);
  requireKnown(program, topic);
  await program.parseAsync([...topic, '--help'], { from: 'user' });
}
