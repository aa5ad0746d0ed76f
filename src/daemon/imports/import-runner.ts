import { lookup } from 'node:dns/promises';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { badRequest, RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { isWithin } from '../../base/is-within.ts';
import { createWeightedSemaphore } from '../../base/scheduling/weighted-semaphore.ts';
import { isPublicAddress } from '../../client/public-addresses.ts';
import type { ImportJob, ImportRunner } from '../../ports/import-runner.ts';
import { importOutcome } from './import-outcome.ts';
import { type EndedProcess, runProgram } from './import-process.ts';

export interface ImportRunnerOptions {
  /** `{base_url}` of the running server, as this machine reaches it; undefined in a process that does not listen. */
  readonly url: () => string | undefined;
  /** The folder of what imports remember. */
  readonly stateFolder: string;
  /** The folder of local sources; null if there are none. */
  readonly sourceFolder: string | null;
  /** Whether sources may be at addresses of private networks. */
  readonly allowPrivate: boolean;
}

/** Each import is a process with memory of its own. */
const maxAtOnce = 2;

const isAddress = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source);

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

async function requireAllowedAddress(source: string, allowPrivate: boolean): Promise<void> {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw badRequest(`"${source}" is not an address that the server can read. It must begin with https:// or http://.`);
  if (url.username !== '' || url.password !== '')
    throw badRequest('The address has a password in it, which every administrator would see. Leave it out.');
  if (allowPrivate) return;
  const host = hostOf(url);
  // A name that cannot be resolved now may be resolved by the run, which then reports it.
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.every(({ address }) => isPublicAddress(address))) return;
  throw badRequest(
    `${host} is not read: it is an address of this machine or of a private network. If that is intended, set network.allowPrivate in config.yaml to true, and restart the server.`,
  );
}

/** The real path of a local source. Symbolic links must not lead out of the folder. */
async function localSource(source: string, folder: string | null): Promise<string> {
  if (folder === null)
    throw badRequest(
      `"${source}" is not an address, and this server reads no local files. The operator can name a folder for them: harvest.folder in config.yaml.`,
    );
  const outside = badRequest(`"${source}" is not in the folder of harvests (harvest.folder). Write its path below it.`);
  if (source.includes('\0')) throw outside;
  const path = resolve(folder, source);
  if (!isWithin(folder, path)) throw outside;
  try {
    const real = await realpath(path);
    if (isWithin(await realpath(folder), real)) return real;
  } catch (error) {
    throw badRequest(
      `"${source}" cannot be read in the folder of harvests (${systemErrorCode(error) ?? 'unknown error'}). Put it there first.`,
    );
  }
  throw outside;
}

interface ImportProcessJob extends ImportJob {
  /** The folder that the source is in; undefined for an absolute path or an address. */
  readonly sourceFolder?: string;
}

/** Rejects as `ImportRunner.run` does. */
export type RunImportProcess = (job: ImportProcessJob, signal: AbortSignal) => Promise<EndedProcess>;

/**
 * Runs `edu-repo import` as a child process for each job, a few at a time. Its token is in the environment, so that no list of
 * processes shows it.
 */
export function createImportProcesses(
  options: Pick<ImportRunnerOptions, 'url' | 'stateFolder' | 'allowPrivate'>,
): RunImportProcess {
  const { stateFolder, allowPrivate } = options;
  const slots = createWeightedSemaphore(maxAtOnce);

  const runNow = async (job: ImportProcessJob, url: string, signal: AbortSignal): Promise<EndedProcess> => {
    const folder = join(stateFolder, job.id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const words = ['import', '--url', url, '--no-input', '-o', 'json', ...job.options];
    if (allowPrivate && isAddress(job.source)) words.push(`--allow-host=${hostOf(new URL(job.source))}`);
    words.push('--', job.source, job.target);
    const environment = {
      EDU_REPO_TOKEN: job.token,
      // Without the remotes and logins of the user account of the server.
      EDU_REPO_CONFIG: join(folder, 'config.yaml'),
      XDG_STATE_HOME: folder,
    };
    return runProgram(words, environment, signal, job.sourceFolder);
  };

  return async (job, signal) => {
    const url = options.url();
    if (url === undefined) throw new RepositoryError('Unavailable', 'Imports run only in a server. Start one first.');
    await slots.acquire(1);
    try {
      signal.throwIfAborted();
      return await runNow(job, url, signal);
    } finally {
      slots.release(1);
    }
  };
}

/** Runs the imports that the server makes by itself. */
export function createImportRunner(options: ImportRunnerOptions): ImportRunner {
  const { stateFolder, sourceFolder, allowPrivate } = options;
  const run = createImportProcesses(options);
  return {
    async harvestSource(source) {
      if (!isAddress(source)) return localSource(source, sourceFolder);
      await requireAllowedAddress(source, allowPrivate);
      return source;
    },
    run: async (job, signal) => importOutcome(await run(job, signal)),
    forget: (id) => rm(join(stateFolder, id), { recursive: true, force: true }),
  };
}
