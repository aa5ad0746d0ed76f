/** A text in the sources, and its replacement. */
export interface Replacement {
  /** Relative to `src`. */
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** A check that is removed from the program, and an operation whose table must show that. */
export interface Mutant {
  readonly check: string;
  readonly seenIn: string;
  readonly replacements: readonly Replacement[];
}

const removed = (check: string, seenIn: string, file: string, ...texts: readonly (readonly [string, string])[]) => ({
  check,
  seenIn,
  replacements: texts.map(([text, by]) => ({ file, text, by })),
});

export const node = '/node/v1/nodes/{repository}/{node}';
export const group = '/iam/v1/groups/{repository}/{group}';
const person = '/iam/v1/people/{repository}/{person}';

export const signInByApp = 'POST /authentication/v1/appauth/{userId}';

const recordUsage = 'POST /usage/v1/usages/repository/{repository}';
const deleteUsage = 'DELETE /usage/v1/usages/node/{nodeId}/{usageId}';

export const mutants: readonly Mutant[] = [
  // What the table of operations says of who may try.
  removed('nobody is let in', 'GET,POST /node/v1/nodes/{repository}', 'api/request/access.ts', [
    "caller.kind === 'anonymous'",
    'false',
  ]),
  removed('the guest is read-only', `POST ${node}/children`, 'api/request/access.ts', [
    "caller.kind === 'guest'",
    'false',
  ]),
  removed('the guest is only -me-', `GET ${person}`, 'api/request/access.ts', [
    "access === 'self-guest-or-admin' && params['person'] === '-me-'",
    "access === 'self-guest-or-admin'",
  ]),
  removed('administrators only', 'GET /iam/v1/people/{repository}', 'api/request/access.ts', [
    "throw new RepositoryError('Forbidden', refusals[operation.access])",
    'return',
  ]),
  removed('only the own profile', `GET ${person}`, 'api/request/access.ts', [
    "params['person'] === caller.userName",
    'true',
  ]),
  removed('only the own group', `GET ${group}`, 'api/request/access.ts', [
    "caller.authorities.has(groupNameOf(params['group'] ?? ''))",
    'true',
  ]),

  // The one authorization of nodes.
  removed('the right is there', `GET ${node}/metadata`, 'services/access/rights.ts', [
    '!includes(rightsBy(caller, acl, node), rightOf(right))',
    'false',
  ]),
  removed('the deleted is gone', `GET ${node}/metadata`, 'services/access/effective-acl.ts', ['!archived && ', '']),
  removed('an area is apart', `GET ${node}/metadata`, 'services/access/effective-acl.ts', [
    ' && sessionScope === caller.sessionScope',
    '',
  ]),
  removed('inheritance can be cut', `GET ${node}/metadata`, 'services/access/effective-acl.ts', [
    'acl.inherits ? parentScope : null',
    'parentScope',
  ]),
  removed('a lost group counts at once', `GET ${node}/metadata`, 'services/identity/memberships.ts', [
    'await leaveGroups(change, member, [group]);\n        change.afterCommit(() => callers.forget(member));',
    'await leaveGroups(change, member, [group]);',
  ]),

  // Each service that gives out or changes nodes.
  removed(
    'create',
    `POST ${node}/children`,
    'services/nodes/new-nodes.ts',
    ["rights.node(caller, parentId, 'CreateChildren')", 'store.nodes.get(parentId)'],
    ['{ clock, rights, contentModel, limits }', '{ store, clock, contentModel, limits }'],
  ),
  removed(
    'create in a batch',
    'POST /edu-repo/v1/nodes/batch',
    'services/nodes/new-nodes.ts',
    ["rights.node(caller, parentId, 'CreateChildren')", 'store.nodes.get(parentId)'],
    ['{ clock, rights, contentModel, limits }', '{ store, clock, contentModel, limits }'],
  ),
  removed('import a file', 'POST /edu-repo/v1/imports', 'services/harvests/file-imports.ts', [
    "await rights.node(caller, target, 'CreateChildren')",
    'await this.#parts.store.nodes.get(target)',
  ]),
  removed('only the own import', 'GET /edu-repo/v1/imports/{import}', 'services/harvests/file-imports.ts', [
    'found.person !== (await this.#personOf(caller))',
    'false',
  ]),
  removed('change properties', `PUT ${node}/metadata`, 'services/nodes/nodes.ts', [
    "seen = await rights.node(caller, id, 'WriteProperties')",
    'seen = await store.nodes.get(id)',
  ]),
  removed('replace aspects', `PUT ${node}/aspects`, 'services/nodes/nodes.ts', [
    "requireOwnState(await rights.node(caller, id, 'WriteProperties'))",
    '',
  ]),
  removed(
    'upload',
    `POST ${node}/content`,
    'services/nodes/nodes.ts',
    ["const seen = await rights.node(caller, id, 'WriteContent')", 'const seen = await store.nodes.get(id)'],
    // It is asked again at the end of the upload.
    ["  await rights.node(caller, id, 'WriteContent')", ''],
  ),
  removed('delete', `DELETE ${node}`, 'services/trash/removals.ts', ['await deletion.require(caller, seen)', '']),
  removed('read permissions', `GET ${node}/permissions`, 'services/nodes/permissions.ts', [
    "rights.node(caller, id, 'ReadPermissions')",
    'seams.store.nodes.get(id)',
  ]),
  removed('explain rights', 'GET /edu-repo/v1/nodes/{node}/access/{user}', 'services/access/access-checks.ts', [
    "await rights.node(caller, id, isOwn ? 'ReadProperties' : 'ReadPermissions')",
    '(await store.nodes.get(id)) as NodeRecord',
  ]),
  removed('audit access', 'GET /edu-repo/v1/nodes/{node}/access', 'services/access/access-audits.ts', [
    "await rights.node(caller, id, 'ReadPermissions')",
    '(await store.nodes.get(id)) as NodeRecord',
  ]),
  removed('find people and groups', 'GET /edu-repo/v1/nodes/{node}/authorities', 'services/nodes/permissions.ts', [
    "await rights.node(caller, id, 'ChangePermissions');\n      const meanings",
    'const meanings',
  ]),
  removed('set permissions', `PUT,POST ${node}/permissions`, 'services/nodes/permissions.ts', [
    "await rights.node(caller, id, 'ChangePermissions');\n      const stated",
    'const stated',
  ]),
  removed('set the owner', `POST ${node}/owner`, 'services/nodes/ownership.ts', [
    "const seen = await rights.node(caller, id, 'TakeOwnership')",
    'const seen = await presentNode(store as never, id)',
  ]),
  removed('read a workflow', `GET ${node}/workflow`, 'services/nodes/workflows.ts', [
    "await references.original(caller, id, 'ReadProperties')",
    'await presentNode(store as never, id)',
  ]),
  removed('add to a workflow', `PUT ${node}/workflow`, 'services/nodes/workflows.ts', [
    "requireOwnState(await rights.node(caller, id, 'WriteProperties'))",
    '',
  ]),
  removed('load a search', 'GET,POST /search/v1/queries/load/{nodeId}', 'services/nodes/saved-searches.ts', [
    "await rights.node(caller, id, 'ReadProperties')",
    '(await store.nodes.get(id)) as NodeRecord',
  ]),
  removed('list versions', `GET ${node}/versions`, 'services/nodes/versions.ts', [
    "(await references.original(caller, node, 'ReadProperties')).id",
    'node',
  ]),
  removed('read a version', `GET ${node}/versions/{major}/{minor}/metadata`, 'services/nodes/versions.ts', [
    "references.original(caller, node, 'ReadProperties'), version",
    'store.nodes.get(node), version',
  ]),
  removed(
    'download',
    'GET /eduservlet/download',
    'services/nodes/downloads.ts',
    ["references.original(caller, id, 'ReadContent')", 'seams.store.nodes.get(id)'],
    ["await rights.require(caller, node, 'DownloadContent')", ''],
  ),
  removed('preview', 'GET /preview', 'services/renditions/previews.ts', [
    "references.original(caller, id, 'ReadPreview')",
    'references.original({ ...caller, isAdmin: true, kind: "person" }, id, "ReadPreview")',
  ]),
  removed('list a folder', `GET ${node}/children`, 'services/nodes/listings.ts', [
    "references.original(caller, parentId, 'ReadChildren')",
    'store.nodes.get(parentId)',
  ]),
  removed('walk a path', `GET ${node}/_resolve`, 'services/nodes/listings.ts', [
    "if (node === undefined || !(await rights.mayRead(caller, node))) throw notFound('Path', path)",
    "if (node === undefined) throw notFound('Path', path)",
  ]),
  removed('search', 'GET,POST /node/v1/nodes/{repository}', 'services/search/search.ts', [
    'rights.accessFilter(caller, request.rights)',
    'rights.accessFilter({ ...caller, isAdmin: true, kind: "person" }, request.rights)',
  ]),
  removed(
    'suggest names',
    'GET /edu-repo/v1/suggest',
    'services/search/name-suggestions.ts',
    ['this.#rights.accessFilter(caller)', 'this.#rights.accessFilter({ ...caller, isAdmin: true, kind: "person" })'],
    ['node === undefined || !(await this.#rights.mayRead(caller, node))', 'node === undefined'],
  ),

  // Copies, moves, versions, the trash, and what people say.
  removed(
    'copy into a folder',
    `POST ${node}/children/_copy`,
    'services/nodes/copies.ts',
    ["await rights.require(caller, place, 'CreateChildren');\n  requirePlace", 'requirePlace'],
    ["await rights.require(caller, place, 'CreateChildren');\n      if", 'if'],
  ),
  removed('move into a folder', `POST ${node}/children/_move`, 'services/nodes/moves.ts', [
    "await rights.require(caller, folder, 'CreateChildren')",
    '',
  ]),
  removed('revert', `PUT ${node}/versions/{major}/{minor}/_revert`, 'services/nodes/versions.ts', [
    "await rights.node(caller, id, 'WriteProperties');\n      await rights.require(caller, seen, 'WriteContent')",
    'await store.nodes.get(id)',
  ]),
  removed('take the picture away', `DELETE ${node}/preview`, 'services/renditions/custom-previews.ts', [
    "async remove(caller, id) {\n      requireOwnState(await rights.node(caller, id, 'WriteProperties'));",
    'async remove(caller, id) {',
  ]),
  removed('what others deleted', 'POST /archive/v1/restore/{repository}', 'services/trash/trash.ts', [
    '(isAdmin || userName === deleter || userName === owner)',
    'true',
  ]),
  removed('feedback', 'PUT /feedback/v1/feedback/{repository}/{node}/add', 'services/annotations/feedback.ts', [
    "await references.original(caller, nodeId, 'Feedback')",
    '{ id: nodeId }',
  ]),

  // People, groups and organizations.
  removed(
    'a list of the own organizations',
    'GET /organization/v1/organizations/{repository}',
    'services/identity/organizations.ts',
    ['caller.isAdmin || caller.authorities.has(name)', 'true'],
  ),
  removed('a password needs the old one', `PUT ${person}/credential`, 'services/authentication/password-changes.ts', [
    'await requireOldPassword(',
    'void (',
  ]),

  // Applications.
  removed('an app is trusted', signInByApp, 'services/authentication/apps/app-signatures.ts', [
    '      requireTrusted(app);',
    '',
  ]),
  removed('an app calls from its host', signInByApp, 'services/authentication/apps/app-signatures.ts', [
    'await requireHost(app, address);',
    '',
  ]),
  removed('a signature fits', signInByApp, 'services/authentication/apps/app-signatures.ts', [
    'requireSignedBy(app, complete, allowSha1);',
    '',
  ]),
  removed('a signature is fresh', signInByApp, 'services/authentication/apps/app-signatures.ts', [
    'requireFresh(app, complete);',
    '',
  ]),
  removed('an app signs in no administrators', signInByApp, 'services/identity/app-sign-in.ts', [
    'await requireAllowed(app, person.userName);',
    '',
  ]),

  // Usages.
  removed('a new usage needs the right to publish', recordUsage, 'services/usages/usages.ts', [
    'if (known === undefined) await requirePublishable(parts, caller, seen);',
    '',
  ]),
  removed('a usage is recorded by its app', recordUsage, 'api/handlers/usages.ts', [
    'context.identity.app === undefined && !context.caller.isAdmin',
    'false',
  ]),
  removed('a usage is deleted by its app', deleteUsage, 'services/usages/usages.ts', [
    'if (!actsFor(asker, usage.app)) {',
    'if (false) {',
  ]),
  removed('usages are hidden with their nodes', 'GET /usage/v1/usages/{appId}', 'services/usages/usage-visibility.ts', [
    'if (!(await isVisible(asker, usage))) return undefined;',
    '',
  ]),
];

/** Passwords are quick to hash in every mutant. Most of the time went into this; no mutant is about it. */
export const quickPasswords: Replacement = {
  file: 'daemon/open-seams.ts',
  text: 'passwords: createScryptPasswords(),',
  by: 'passwords: createScryptPasswords({ cost: 2 ** 4 }),',
};

/** The permission checks as a whole: of operations, and of nodes. */
export const withoutOperationChecks: Replacement = {
  file: 'api/request/access.ts',
  text: "if (operation.access === 'public')",
  by: 'if (true)',
};

export const withoutNodeChecks: readonly Replacement[] = [
  {
    file: 'services/access/rights.ts',
    text: 'isThere(caller, acl) ? granted(caller, acl, node) : noRights',
    by: "rightsOfPermission('All')",
  },
  // Searches go by the granted rights, and check by themselves whether the node exists.
  {
    file: 'services/access/granted-rights.ts',
    text: 'fullAccess(caller, node) !== undefined',
    by: 'true',
  },
];
