import { z } from 'zod';
import { int32 } from './common.ts';

const InstanceVersion = z.strictObject({ major: int32, minor: int32 });

const ServiceInstance = z.strictObject({ version: InstanceVersion, endpoint: z.string() });

/** `major` and `minor`: the version of the contract; `repository`: the version of a compatible server, which some clients check. */
export const About = z.strictObject({
  version: z.strictObject({
    major: int32,
    minor: int32,
    repository: z.string(),
    renderservice: z.string(),
  }),
  services: z.array(z.strictObject({ name: z.string(), instances: z.array(ServiceInstance) })),
  features: z
    .array(z.strictObject({ id: z.string() }))
    .describe('The optional features that are enabled, as in later server versions. `dataprotection`: data exports.'),
});

export const Readiness = z.strictObject({ statusCode: z.string().describe('Always `OK`.') });

/** The result of `validateSession` and `loginToScope`. */
export const Session = z.strictObject({
  authorityName: z.string().nullable(),
  currentScope: z.string().nullable(),
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  isValidLogin: z.boolean(),
  sessionTimeout: z.int().describe('The idle timeout of the session in seconds.'),
  statusCode: z.enum([
    'OK',
    'GUEST',
    'INVALID_CREDENTIALS',
    'PREVIOUS_SESSION_REQUIRED',
    'PREVIOUS_USER_WRONG',
    'INVALID_SCOPE',
  ]),
  toolPermissions: z.array(z.string()),
  userHome: z.string().nullable().describe('The ID of the home folder.'),
});

const StoreDamage = z
  .array(z.strictObject({ place: z.string().describe('The damaged file.'), message: z.string() }))
  .describe(
    'Lost or damaged parts. The repository is read-only until an operator restores a backup or accepts the loss.',
  );

/** The state of the repository, for administrators. */
export const Status = z.strictObject({
  version: z.string(),
  repository: z.strictObject({ id: z.string(), title: z.string() }),
  process: z.strictObject({
    pid: z.int(),
    startedAt: z.iso.datetime(),
    nodeVersion: z.string(),
    residentBytes: z.int(),
  }),
  store: z.strictObject({
    commit: z.int().describe('The number of the last change.'),
    writable: z.boolean(),
    problem: z.string().nullable().describe('Why the repository is read-only, or null.'),
    damage: StoreDamage,
    nodes: z.int().describe('The number of nodes; 0 if damage of the metadata store prevents counting.'),
    people: z.int().describe('The number of people; 0 if damage of the metadata store prevents counting.'),
    equalUserNames: z
      .array(z.array(z.string()))
      .describe('User names of earlier programs that differ only in upper and lower case or in their Unicode form.'),
  }),
  index: z.strictObject({
    state: z.enum(['ready', 'building']),
    position: z.int().describe('The number of the last change in the index.'),
    documents: z.int(),
    waiting: z.int().describe('The number of changes that are not in the index yet. A search indexes them first.'),
  }),
  metadataSets: z.strictObject({
    sets: z.array(z.string()).describe('The IDs of all active sets, including hidden ones.'),
    problems: z
      .array(
        z.strictObject({
          place: z.string().describe('The file, with line and column if known.'),
          message: z.string(),
          meanwhile: z.string().describe('What the repository uses until the file is corrected.'),
        }),
      )
      .describe('Errors in the files of metadata sets and value lists.'),
  }),
  previews: z.strictObject({
    waiting: z.int().describe('The number of changes and contents that have not been processed for thumbnails yet.'),
  }),
  backup: z
    .strictObject({
      folder: z.string().describe('The folder on the server.'),
      at: z.iso.datetime().describe('When it was completed.'),
      commit: z.int().describe('The number of the last change in it.'),
      problems: z.int().describe('How many files and records were missing, damaged or unreadable in the repository.'),
    })
    .nullable()
    .describe('The last backup that was completed; null if there was none.'),
  texts: z.strictObject({
    waiting: z.int().describe('The number of changes and contents that have not been processed for texts yet.'),
    scans: z.int().describe('The number of contents with pages but no text.'),
    failed: z.int().describe('The number of contents whose text could not be extracted.'),
  }),
});

/** The outcome of a check of a part of the repository. */
export const Verification = z.strictObject({
  damage: StoreDamage,
  nodes: z.int().describe('The number of nodes that this call checked.'),
  contents: z.int().describe('The number of files that this call read.'),
  bytes: z.int().describe('The total size of these files.'),
  problems: z
    .array(
      z.strictObject({
        node: z.string().describe('The ID of the node.'),
        name: z.string().nullable().describe('The name of the node; null if its record is damaged.'),
        path: z
          .string()
          .nullable()
          .describe('The path of the node, such as `/Mathe/a.pdf`; null in the trash, or if a record is damaged.'),
        version: z
          .string()
          .nullable()
          .describe('The version that is affected; null if it is the node with all its versions.'),
        part: z.enum(['record', 'content', 'preview', 'text']),
        problem: z.enum(['missing', 'damaged', 'unreadable']),
        place: z.string().nullable().describe('The file; null for a record.'),
      }),
    )
    .describe('What is missing or damaged.'),
  next: z
    .string()
    .nullable()
    .describe(
      'The `after` of the next call; null if everything was checked, or if damage prevents reading further nodes.',
    ),
});

/** Where to make a backup, and how far it is. */
export const BackupRequest = z.strictObject({
  folder: z
    .string()
    .min(1)
    .describe('The absolute path of a folder on the server: new, empty, or an unfinished backup.'),
  previous: z
    .string()
    .min(1)
    .optional()
    .describe('The absolute path of a complete backup. Files that it has are shared with it by hard links.'),
  after: z.string().optional().describe('The `next` of the previous response; omit it in the first call.'),
});

/** What one call has added to a backup. */
export const BackupPart = z.strictObject({
  copied: z.int().describe('The number of files that this call copied.'),
  linked: z.int().describe('The number of files that this call shared with the previous backup.'),
  bytes: z.int().describe('The total size of the copied files.'),
  next: z.string().nullable().describe('The `after` of the next call; null if the backup is complete.'),
  commit: z
    .int()
    .nullable()
    .describe(
      'The number of the last change in the backup; null while it is not complete. Later changes are not in it.',
    ),
  problems: z
    .int()
    .nullable()
    .describe(
      'How many files and records are missing, damaged or unreadable in the repository; null while the backup is not complete. A file that is shared with the previous backup is compared by its size only.',
    ),
  lost: z
    .int()
    .nullable()
    .describe('How many of these are missing from the backup too. It has the others from the previous backup.'),
});
