import type { RunnableCommand } from './command.ts';

/** One line of the command table. */
export interface CommandEntry {
  /** `['ls']`, or noun and verb: `['node', 'get']`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly alias?: string;
  readonly summary: string;
  /** The heading in the help under which a command of one word stands. */
  readonly heading?: string;
  load(): Promise<RunnableCommand>;
}

/** A noun that has verbs. */
export interface NounEntry {
  readonly name: string;
  readonly plural: string;
  readonly summary: string;
}

export const nouns: readonly NounEntry[] = [
  { name: 'node', plural: 'nodes', summary: 'Files and folders, one by one' },
  { name: 'trash', plural: 'archive', summary: 'What was deleted and can be had back' },
  { name: 'user', plural: 'users', summary: 'People' },
  { name: 'group', plural: 'groups', summary: 'Groups of people, such as classes' },
  { name: 'org', plural: 'orgs', summary: 'Groups with a folder that their members share' },
  { name: 'permission', plural: 'permissions', summary: 'Who may do what with a node' },
  { name: 'collection', plural: 'collections', summary: 'Lists that gather nodes from everywhere' },
  {
    name: 'mds',
    plural: 'metadatasets',
    summary: 'Metadata sets: the fields that describe material, and their values',
  },
  { name: 'comment', plural: 'comments', summary: 'What people say about a node' },
  { name: 'app', plural: 'apps', summary: 'Applications that sign people in, such as a learning platform' },
  { name: 'client', plural: 'clients', summary: 'Clients that get tokens for people (OAuth 2.0)' },
  { name: 'remote', plural: 'remotes', summary: 'Repositories elsewhere, by names of your own' },
];

const running = 'Running a repository:';
const everyday = 'Every day:';
const elsewhere = 'Repositories elsewhere:';
const further = 'Further:';

/** Every command. A module is loaded when its command is used, so that help is quick. */
export const commands: readonly CommandEntry[] = [
  {
    path: ['init'],
    heading: running,
    summary: 'Make a data directory',
    load: async () => (await import('../server/init.ts')).init,
  },
  {
    path: ['serve'],
    heading: running,
    summary: 'Serve the repository of a data directory',
    load: async () => (await import('../server/serve.ts')).serve,
  },
  {
    path: ['demo'],
    heading: running,
    summary: 'Make a repository with sample material, show it, and serve it',
    load: async () => (await import('../server/demo.ts')).demo,
  },
  {
    path: ['status'],
    heading: running,
    summary: 'Tell how the repository is doing',
    load: async () => (await import('../server/status.ts')).status,
  },
  {
    path: ['import'],
    heading: everyday,
    summary: 'Put the contents of a local folder into the repository',
    load: async () => (await import('../everyday/import.ts')).importFolder,
  },
  {
    path: ['ls'],
    heading: everyday,
    summary: 'List a folder',
    load: async () => (await import('../everyday/list.ts')).list,
  },
  {
    path: ['tree'],
    heading: everyday,
    summary: 'Draw a folder and all below it',
    load: async () => (await import('../everyday/tree.ts')).tree,
  },
  {
    path: ['cat'],
    heading: everyday,
    summary: 'Write the content of files to stdout',
    load: async () => (await import('../everyday/cat.ts')).cat,
  },
  {
    path: ['cp'],
    heading: everyday,
    summary: 'Copy files and folders into the repository, out of it or within it',
    load: async () => (await import('../everyday/copy.ts')).copy,
  },
  {
    path: ['mv'],
    heading: everyday,
    summary: 'Move or rename files and folders in the repository',
    load: async () => (await import('../everyday/move.ts')).move,
  },
  {
    path: ['rm'],
    heading: everyday,
    summary: 'Delete files and folders',
    load: async () => (await import('../everyday/remove.ts')).remove,
  },
  {
    path: ['search'],
    heading: everyday,
    summary: 'Find nodes by words',
    load: async () => (await import('../everyday/search.ts')).search,
  },
  {
    path: ['node', 'get'],
    summary: 'Show a node with all its properties',
    load: async () => (await import('../node/get.ts')).nodeGet,
  },
  {
    path: ['node', 'list'],
    alias: 'ls',
    summary: 'List a folder',
    load: async () => (await import('../everyday/list.ts')).list,
  },
  {
    path: ['node', 'create'],
    summary: 'Make a file or folder without content',
    load: async () => (await import('../node/create.ts')).nodeCreate,
  },
  {
    path: ['node', 'update'],
    summary: 'Change properties',
    load: async () => (await import('../node/update.ts')).nodeUpdate,
  },
  {
    path: ['node', 'properties'],
    summary: 'List the properties that a node has, or that are known at all',
    load: async () => (await import('../node/properties.ts')).nodeProperties,
  },
  {
    path: ['node', 'upload'],
    summary: 'Put content into a node, as a new version',
    load: async () => (await import('../node/upload.ts')).nodeUpload,
  },
  {
    path: ['node', 'copy'],
    alias: 'cp',
    summary: 'Copy files and folders within the repository',
    load: async () => (await import('../node/copy.ts')).nodeCopy,
  },
  {
    path: ['node', 'move'],
    alias: 'mv',
    summary: 'Move or rename files and folders',
    load: async () => (await import('../everyday/move.ts')).move,
  },
  {
    path: ['node', 'versions'],
    summary: 'List the versions of a node',
    load: async () => (await import('../node/versions.ts')).nodeVersions,
  },
  {
    path: ['node', 'revert'],
    summary: 'Give a node the properties and content of an earlier version',
    load: async () => (await import('../node/revert.ts')).nodeRevert,
  },
  {
    path: ['node', 'preview'],
    summary: 'Fetch the picture of a node, or give it one',
    load: async () => (await import('../node/preview.ts')).nodePreview,
  },
  {
    path: ['node', 'text'],
    summary: 'Print the text that a node is found by, or give it one',
    load: async () => (await import('../node/text.ts')).nodeText,
  },
  {
    path: ['node', 'delete'],
    alias: 'rm',
    summary: 'Delete files and folders',
    load: async () => (await import('../everyday/remove.ts')).remove,
  },
  {
    path: ['node', 'restore'],
    summary: 'Get back what was deleted',
    load: async () => (await import('../trash/restore.ts')).trashRestore,
  },
  {
    path: ['trash', 'list'],
    alias: 'ls',
    summary: 'List what was deleted: when, by whom, from where',
    load: async () => (await import('../trash/list.ts')).trashListing,
  },
  {
    path: ['trash', 'restore'],
    summary: 'Get back what was deleted',
    load: async () => (await import('../trash/restore.ts')).trashRestore,
  },
  {
    path: ['trash', 'empty'],
    summary: 'Remove what was deleted for ever',
    load: async () => (await import('../trash/empty.ts')).trashEmpty,
  },
  {
    path: ['user', 'create'],
    summary: 'Make a person with a home folder',
    load: async () => (await import('../user/create.ts')).userCreate,
  },
  {
    path: ['user', 'get'],
    summary: 'Show a person',
    load: async () => (await import('../user/get.ts')).userGet,
  },
  {
    path: ['user', 'list'],
    alias: 'ls',
    summary: 'List people',
    load: async () => (await import('../user/list.ts')).userList,
  },
  {
    path: ['user', 'update'],
    summary: 'Change what is said of a person',
    load: async () => (await import('../user/update.ts')).userUpdate,
  },
  {
    path: ['user', 'delete'],
    alias: 'rm',
    summary: 'Delete a person and keep their material',
    load: async () => (await import('../user/delete.ts')).userDelete,
  },
  {
    path: ['user', 'passwd'],
    summary: 'Set a password',
    load: async () => (await import('../user/passwd.ts')).userPasswd,
  },
  {
    path: ['user', 'import'],
    summary: "Take a school's class list",
    load: async () => (await import('../user/import.ts')).userImport,
  },
  {
    path: ['group', 'list'],
    alias: 'ls',
    summary: 'List groups',
    load: async () => (await import('../group/list.ts')).groupList,
  },
  {
    path: ['group', 'get'],
    summary: 'Show a group',
    load: async () => (await import('../group/get.ts')).groupGet,
  },
  {
    path: ['group', 'create'],
    summary: 'Make a group',
    load: async () => (await import('../group/create.ts')).groupCreate,
  },
  {
    path: ['group', 'update'],
    summary: 'Change what is said of a group',
    load: async () => (await import('../group/update.ts')).groupUpdate,
  },
  {
    path: ['group', 'delete'],
    alias: 'rm',
    summary: 'Delete a group, not its members',
    load: async () => (await import('../group/delete.ts')).groupDelete,
  },
  {
    path: ['group', 'members'],
    summary: 'List the members of a group',
    load: async () => (await import('../group/members.ts')).groupMembers,
  },
  {
    path: ['group', 'add'],
    summary: 'Make people or groups members of a group',
    load: async () => (await import('../group/add.ts')).groupAdd,
  },
  {
    path: ['group', 'remove'],
    summary: 'Take members out of a group',
    load: async () => (await import('../group/remove.ts')).groupRemove,
  },
  {
    path: ['org', 'list'],
    alias: 'ls',
    summary: 'List organizations: groups with a shared folder',
    load: async () => (await import('../org/list.ts')).orgList,
  },
  {
    path: ['org', 'bind'],
    summary: 'Bind a group to a shared folder',
    load: async () => (await import('../org/bind.ts')).orgBind,
  },
  {
    path: ['org', 'unbind'],
    summary: 'Unbind a group from its shared folder',
    load: async () => (await import('../org/unbind.ts')).orgUnbind,
  },
  {
    path: ['permission', 'get'],
    summary: 'Show who may do what with a node',
    load: async () => (await import('../permission/get.ts')).permissionGet,
  },
  {
    path: ['permission', 'set'],
    summary: 'Give one person or group these roles on a node and no others; the rest stays',
    load: async () => (await import('../permission/set.ts')).permissionSet,
  },
  {
    path: ['permission', 'add'],
    summary: 'Give a person or group further roles on a node',
    load: async () => (await import('../permission/add.ts')).permissionAdd,
  },
  {
    path: ['permission', 'remove'],
    alias: 'rm',
    summary: 'Take roles on a node away',
    load: async () => (await import('../permission/remove.ts')).permissionRemove,
  },
  {
    path: ['collection', 'list'],
    alias: 'ls',
    summary: 'List the collections of the first level, or what lies in one',
    load: async () => (await import('../collection/list.ts')).collectionListing,
  },
  {
    path: ['collection', 'get'],
    summary: 'Show a collection',
    load: async () => (await import('../collection/get.ts')).collectionGet,
  },
  {
    path: ['collection', 'create'],
    summary: 'Make a collection',
    load: async () => (await import('../collection/create.ts')).collectionCreate,
  },
  {
    path: ['collection', 'update'],
    summary: 'Change what is said of a collection, and for whom it is',
    load: async () => (await import('../collection/update.ts')).collectionUpdate,
  },
  {
    path: ['collection', 'delete'],
    alias: 'rm',
    summary: 'Delete a collection, not what it gathers',
    load: async () => (await import('../collection/delete.ts')).collectionDelete,
  },
  {
    path: ['collection', 'add'],
    summary: 'Put nodes into a collection; they stay where they lie',
    load: async () => (await import('../collection/add.ts')).collectionAdd,
  },
  {
    path: ['collection', 'remove'],
    summary: 'Take nodes out of a collection',
    load: async () => (await import('../collection/remove.ts')).collectionRemove,
  },
  {
    path: ['collection', 'order'],
    summary: 'Put what is in a collection in order',
    load: async () => (await import('../collection/order.ts')).collectionOrder,
  },
  {
    path: ['mds', 'list'],
    alias: 'ls',
    summary: 'List the metadata sets',
    load: async () => (await import('../mds/list.ts')).mdsList,
  },
  {
    path: ['mds', 'get'],
    summary: 'Show the fields of a metadata set',
    load: async () => (await import('../mds/get.ts')).mdsGet,
  },
  {
    path: ['mds', 'values'],
    summary: 'Find values that a property can have',
    load: async () => (await import('../mds/values.ts')).mdsValues,
  },
  {
    path: ['mds', 'check'],
    summary: 'Check the file of a metadata set or value list, and change nothing',
    load: async () => (await import('../mds/check.ts')).mdsCheck,
  },
  {
    path: ['mds', 'explain'],
    summary: 'Tell what a property means, what can be put, and how it is searched',
    load: async () => (await import('../mds/explain.ts')).mdsExplain,
  },
  {
    path: ['mds', 'import'],
    summary: 'Take in metadata sets and value lists: XML, SKOS, YAML or JSON',
    load: async () => (await import('../mds/import.ts')).mdsImport,
  },
  {
    path: ['mds', 'export'],
    summary: 'Write a metadata set, with its value lists, as YAML',
    load: async () => (await import('../mds/export.ts')).mdsExport,
  },
  {
    path: ['comment', 'list'],
    alias: 'ls',
    summary: 'List the comments on a node',
    load: async () => (await import('../comment/list.ts')).commentListing,
  },
  {
    path: ['comment', 'add'],
    summary: 'Comment on a node',
    load: async () => (await import('../comment/add.ts')).commentAdd,
  },
  {
    path: ['comment', 'edit'],
    summary: 'Change a comment of your own',
    load: async () => (await import('../comment/edit.ts')).commentEdit,
  },
  {
    path: ['comment', 'delete'],
    alias: 'rm',
    summary: 'Delete a comment',
    load: async () => (await import('../comment/delete.ts')).commentDelete,
  },
  {
    path: ['app', 'add'],
    summary: 'Register an application that signs its calls',
    load: async () => (await import('../app/add.ts')).appAdd,
  },
  {
    path: ['app', 'list'],
    alias: 'ls',
    summary: 'List the registered applications',
    load: async () => (await import('../app/list.ts')).appList,
  },
  {
    path: ['app', 'remove'],
    alias: 'rm',
    summary: 'Remove an application',
    load: async () => (await import('../app/remove.ts')).appRemove,
  },
  {
    path: ['app', 'keygen'],
    summary: 'Make a key pair for an application',
    load: async () => (await import('../app/keygen.ts')).appKeygen,
  },
  {
    path: ['client', 'add'],
    summary: 'Register a client that gets tokens',
    load: async () => (await import('../client/add.ts')).clientAdd,
  },
  {
    path: ['client', 'list'],
    alias: 'ls',
    summary: 'List the clients that get tokens',
    load: async () => (await import('../client/list.ts')).clientList,
  },
  {
    path: ['client', 'remove'],
    alias: 'rm',
    summary: 'Remove a client',
    load: async () => (await import('../client/remove.ts')).clientRemove,
  },
  {
    path: ['login'],
    heading: elsewhere,
    summary: 'Sign in at a remote',
    load: async () => (await import('../everyday/login.ts')).login,
  },
  {
    path: ['logout'],
    heading: elsewhere,
    summary: 'Forget the login for a remote',
    load: async () => (await import('../everyday/logout.ts')).logout,
  },
  {
    path: ['whoami'],
    heading: elsewhere,
    summary: 'Tell who you are, and at which repository',
    load: async () => (await import('../everyday/whoami.ts')).whoami,
  },
  {
    path: ['remote', 'add'],
    summary: 'Give a repository a name',
    load: async () => (await import('../remote/add.ts')).remoteAdd,
  },
  {
    path: ['remote', 'list'],
    alias: 'ls',
    summary: 'List the remotes',
    load: async () => (await import('../remote/list.ts')).remoteList,
  },
  {
    path: ['remote', 'use'],
    summary: 'Choose the repository that commands mean',
    load: async () => (await import('../remote/use.ts')).remoteUse,
  },
  {
    path: ['remote', 'remove'],
    alias: 'rm',
    summary: 'Forget a remote and the login for it',
    load: async () => (await import('../remote/remove.ts')).remoteRemove,
  },
  {
    path: ['remote', 'test'],
    summary: 'Try whether a remote answers, and as whom',
    load: async () => (await import('../remote/test.ts')).remoteTest,
  },
  {
    path: ['api'],
    heading: further,
    summary: 'Send one call of the REST interface and print the answer',
    load: async () => (await import('../everyday/api.ts')).api,
  },
];
