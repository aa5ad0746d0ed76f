import { setTimeout } from 'node:timers/promises';
import { RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId } from '../../base/ids.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { versionLabel } from '../../domain/nodes/version-number.ts';
import type { IndexingService } from '../../services/search/indexing.ts';
import type { VerifiedPart } from '../../services/verification/verification.ts';
import type { Finding } from '../../services/verification/verified-nodes.ts';
import type { StoreStatus } from '../../services/views/status.ts';
import { listedServices } from '../document/listed-services.ts';
import { createOpenApi } from '../document/openapi.ts';
import type { HandlerParts, Handlers } from '../handler.ts';

/** The version of a compatible server, because some clients refuse to work with a lower one. */
const serviceVersion = { major: 3, minor: 1, repository: '9.1', renderservice: '9.1' };

type ServiceHandlers = Pick<Handlers, 'getAbout' | 'getReadiness' | 'getOpenApi' | 'getStatus' | 'verifyRepository'>;

const presentDamage = (damage: VerifiedPart['damage']) =>
  damage.map(({ location: place, message }) => ({ place, message }));

const presentBackup = (backup: StoreStatus['backup']) => {
  if (backup === undefined) return null;
  const { folder, at, commit, problems } = backup;
  return { folder, at, commit, problems };
};

const presentFinding = ({ node, name, path, version, part, problem, location: place }: Finding) => ({
  node,
  name,
  path,
  version: version === null ? null : versionLabel(version),
  part,
  problem,
  place,
});

/** The time between two looks at the index, in milliseconds. */
const indexPause = 100;

/** Waits until the search index is complete. Rejects with `Unavailable` if that takes longer than `time` milliseconds. */
async function requireIndex(indexing: Pick<IndexingService, 'state'>, time: number): Promise<void> {
  const end = performance.now() + time;
  while (indexing.state !== 'ready') {
    if (performance.now() >= end) {
      throw new RepositoryError('Unavailable', 'The search index is not complete yet. Try again in a few seconds.');
    }
    await setTimeout(indexPause);
  }
}

export function serviceHandlers({ services: parts, settings, process }: HandlerParts): ServiceHandlers {
  /** Cached, because everyone may request it and generating about 300 kB takes time. */
  let openApi: WrittenJson | undefined;
  const services = listedServices();
  const features = parts.dataExports.enabled ? [{ id: 'dataprotection' }] : [];
  return {
    async getAbout() {
      return { version: serviceVersion, services, features };
    },
    async getReadiness({ params: { mode }, query: { timeoutSeconds } }) {
      // The time limit of reads has a message that does not fit.
      const time = Math.min(timeoutSeconds * 1_000, settings.readTime / 2);
      if (mode === 'SEARCH') await requireIndex(parts.indexing, time);
      return { statusCode: 'OK' };
    },
    async getOpenApi() {
      openApi ??= new WrittenJson(Buffer.from(JSON.stringify(createOpenApi(settings))));
      return openApi;
    },
    async getStatus() {
      const { metadataSets, index, previews, texts, backup, ...status } = await parts.status.get();
      return {
        version: settings.version,
        repository: { id: settings.repository.id, title: settings.repository.title },
        process: {
          ...process,
          nodeVersion: globalThis.process.version,
          residentBytes: globalThis.process.memoryUsage.rss(),
        },
        store: {
          commit: status.commit,
          writable: status.problem === undefined,
          problem: status.problem ?? null,
          damage: presentDamage(status.damage),
          nodes: status.nodes,
          people: status.people,
          equalUserNames: status.equalUserNames.map((names) => [...names]),
        },
        index,
        metadataSets: {
          sets: [...metadataSets.sets],
          problems: metadataSets.problems.map(({ location: place, ...problem }) => ({ place, ...problem })),
        },
        previews,
        backup: presentBackup(backup),
        texts,
      };
    },
    async verifyRepository({ query: { after } }) {
      const {
        damage,
        findings,
        next = null,
        ...counts
      } = await parts.verification.verify(after === undefined ? undefined : asNodeId(after));
      return { damage: presentDamage(damage), ...counts, problems: findings.map(presentFinding), next };
    },
  };
}
