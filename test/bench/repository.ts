import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/client.ts';
import { authorizationOf } from '../../src/client/credentials.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { type Child, inSubject, ofPackage, start } from './child.ts';

export const admin = { kind: 'basic', userName: 'admin', password: 'bench-admin-password' } as const;

/** The person whose calls are measured: no administrator, with rights by access control lists that name them. */
export const teacher = { kind: 'basic', userName: 'lehrerin', password: 'bench-teacher-password' } as const;

/** The same, but with rights by groups in groups. */
export const pupil = { kind: 'basic', userName: 'schuelerin', password: 'bench-pupil-password' } as const;

type BenchPerson = typeof teacher | typeof pupil;

/** A running server of the subject. */
export interface Repository {
  readonly server: Child;
  /** `{base_url}` */
  readonly url: string;
  /** In milliseconds, from the start of the process to its saying that it accepts requests. */
  readonly startTime: number;
  readonly authorizations: Readonly<Record<'teacher' | 'pupil', string>>;
  /** What a command needs in its environment to be the teacher. */
  readonly environment: Readonly<Record<string, string>>;
  readonly asAdmin: Client;
  readonly asTeacher: Client;
  readonly asPupil: Client;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Made where it is missing. */
  readonly dataDirectory: string;
  readonly core?: number;
  /** A folder for its CPU profile. */
  readonly profile?: string | undefined;
  /** A module that its process loads first. */
  readonly preload?: string;
}

/** The command line of edu-repo as it is installed. */
export const command = [process.execPath, inSubject(ofPackage('bin/edu-repo.js'))] as const;

/** Starts the server as a school would: by `edu-repo serve`, in a process of its own. */
export async function startRepository({ dataDirectory, core, profile, preload }: StartOptions): Promise<Repository> {
  const [node, program] = command;
  const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const preloading = preload === undefined ? [] : ['--import', preload];
  const from = performance.now();
  const server = start([node, ...profiling, ...preloading, program, 'serve', '--data', dataDirectory, '--port', '0'], {
    environment: { EDU_REPO_ADMIN_PASSWORD: admin.password },
    ...(core === undefined ? {} : { core }),
  });
  const url = (await server.line('ready ')).slice('ready '.length);
  const startTime = performance.now() - from;
  const transport = createHttpTransport({ baseUrl: new URL(url) });
  const clientOf = (who: typeof admin | BenchPerson): Client =>
    createClient(transport.send, () => ({ authorization: authorizationOf(who) }));
  return {
    server,
    url,
    startTime,
    authorizations: { teacher: authorizationOf(teacher), pupil: authorizationOf(pupil) },
    environment: { EDU_REPO_URL: url, EDU_REPO_USER: teacher.userName, EDU_REPO_PASSWORD: teacher.password },
    asAdmin: clientOf(admin),
    asTeacher: clientOf(teacher),
    asPupil: clientOf(pupil),
    async close() {
      transport.close();
      await server.stop();
    },
  };
}

/** Makes one of the people whose calls are measured. */
export async function createPerson(repository: Repository, person: BenchPerson): Promise<void> {
  await repository.asAdmin.createPerson({
    repository: '-home-',
    person: person.userName,
    password: person.password,
    body: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org' },
  });
}

/** Lets the server check both passwords once: what it remembers of that is part of what is measured. */
export async function signIn({ asTeacher, asPupil }: Repository): Promise<void> {
  for (const client of [asTeacher, asPupil]) await client.getPerson({ repository: '-home-', person: '-me-' });
}

/** The authority of the teacher in access control lists. */
export const teacherAuthority = { authorityName: teacher.userName, authorityType: 'USER' } as const;

/** Where the repositories of a run lie. */
export const dataDirectoryIn = (folder: string): string => join(folder, 'repository');
