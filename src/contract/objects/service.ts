import { z } from 'zod';

const InstanceVersion = z.strictObject({ major: z.int(), minor: z.int() });

const ServiceInstance = z.strictObject({ version: InstanceVersion, endpoint: z.string() });

/** About (2.2): the contract's numbers, and the text that later clients compare. */
export const About = z.strictObject({
  version: z.strictObject({
    major: z.int(),
    minor: z.int(),
    repository: z.string(),
    renderservice: z.string(),
  }),
  services: z.array(z.strictObject({ name: z.string(), instances: z.array(ServiceInstance) })),
});

/** The answer of validateSession, as later servers give it (compatibility 1). */
export const Session = z.strictObject({
  authorityName: z.string().nullable(),
  currentScope: z.string().nullable(),
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  isValidLogin: z.boolean(),
  sessionTimeout: z.int().describe('In seconds.'),
  statusCode: z.enum([
    'OK',
    'GUEST',
    'INVALID_CREDENTIALS',
    'PREVIOUS_SESSION_REQUIRED',
    'PREVIOUS_USER_WRONG',
    'INVALID_SCOPE',
  ]),
  toolPermissions: z.array(z.string()),
  userHome: z.string().nullable().describe('The id of the home folder.'),
});

/** What an administrator wants to know at a glance. */
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
    problem: z.string().nullable().describe('Why nothing can be changed now, or null.'),
    damage: z
      .array(z.strictObject({ place: z.string().describe('The file.'), message: z.string() }))
      .describe(
        'What is lost or damaged; the repository is read-only until an operator restores a backup or accepts it.',
      ),
    nodes: z.int(),
    people: z.int(),
  }),
  index: z.strictObject({
    state: z.enum(['ready', 'building']),
    position: z.int().describe('The number of the last change that can be found.'),
    documents: z.int(),
    waiting: z.int().describe('Changes that cannot be found yet; a search takes them in first. 0: all can be found.'),
  }),
  metadataSets: z.strictObject({
    sets: z.array(z.string()).describe('The ids of those in force, the hidden ones too.'),
    problems: z
      .array(
        z.strictObject({
          place: z.string().describe('The file, with line and column where they are known.'),
          message: z.string(),
          meanwhile: z.string().describe('What is in force until it is mended.'),
        }),
      )
      .describe('What is wrong with the files of metadata sets and value lists.'),
  }),
  previews: z.strictObject({
    waiting: z.int().describe('Changes and contents that nobody has looked at for a picture yet; 0: all are made.'),
  }),
  texts: z.strictObject({
    waiting: z.int().describe('Changes and contents that nobody has looked at for a text yet; 0: all are read.'),
    scans: z.int().describe('Contents that have pages, but no text.'),
    failed: z.int().describe('Contents whose text could not be read.'),
  }),
});
