import { badRequest, notFound } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { LazyList } from '../../base/paging.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { Period } from '../../domain/usages/usage.ts';
import type { UsageAsker, UsageView } from '../../services/usages/usage-visibility.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { writeWhole } from '../presenters/paging.ts';
import { presentUsage } from '../presenters/usages.ts';
import { nodeAt } from '../request/node-address.ts';
import { statedVersion } from '../request/stated-version.ts';
import type { RequestContext } from '../request-context.ts';
import { writtenPage } from '../response/page-stream.ts';

type ListHandlers = Pick<
  Handlers,
  'listAppUsages' | 'listCourseUsages' | 'listNodeUsages' | 'listCollectionUsages' | 'listRepositoryUsages'
>;

type ChangeHandlers = Pick<Handlers, 'recordUsage' | 'deleteUsage'>;

const askerOf = ({ caller, identity }: RequestContext): UsageAsker => ({ caller, app: identity.app?.id });

const allTimes: Period = { from: undefined, to: undefined };

/** The last time with a year of four digits, in milliseconds since 1970. Timestamps of later years do not sort as text. */
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const timestampAt = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(Math.min(milliseconds, maxTime)).toISOString();

async function writeUsages(reading: LazyList<UsageView>, skip: number, context: RequestContext): Promise<WrittenJson> {
  const written = await writtenPage(reading.entries, context, (view) => view && JSON.stringify(presentUsage(view)));
  return writeWhole('usages', { total: reading.total, skip }, written, context);
}

function requireNodeId(kind: string, text: string): NodeId {
  const id = asNodeId(text);
  if (id === undefined) throw notFound(kind, text.slice(0, 100));
  return id;
}

/** The app in a request; `-home-` is this repository. Rejects with `NotFound` if it is not registered. */
async function requireApp({ services, settings }: HandlerParts, id: string): Promise<string> {
  if (id === '-home-' || id === settings.repository.id) return settings.repository.id;
  if ((await services.apps.find(id)) === undefined) throw notFound('App', id.slice(0, 100));
  return id;
}

export function usageHandlers(parts: HandlerParts): ListHandlers & ChangeHandlers {
  return { ...listHandlers(parts), ...changeHandlers(parts) };
}

function listHandlers(parts: HandlerParts): ListHandlers {
  const { usageLists, containingCollections, views, systemFolders } = parts.services;
  return {
    async listAppUsages({ params, query: { skipCount } }, context) {
      const app = await requireApp(parts, params.appId);
      const reading = await usageLists.ofApp(askerOf(context), app, undefined, skipCount);
      return writeUsages(reading, skipCount, context);
    },
    async listCourseUsages({ params, query: { skipCount } }, context) {
      const app = await requireApp(parts, params.appId);
      const reading = await usageLists.ofApp(askerOf(context), app, params.courseId, skipCount);
      return writeUsages(reading, skipCount, context);
    },
    async listNodeUsages({ params, query: { skipCount } }, context) {
      const node = nodeAt(params.nodeId, context.caller, systemFolders);
      const reading = await usageLists.ofNode(askerOf(context), node, allTimes, skipCount);
      return writeUsages(reading, skipCount, context);
    },
    async listRepositoryUsages({ params, query: { from, to, skipCount } }, context) {
      const period: Period = { from: timestampAt(from), to: timestampAt(to) };
      const asker = askerOf(context);
      const reading =
        params.nodeId === '-all-'
          ? await usageLists.all(asker, period, skipCount)
          : await usageLists.ofNode(asker, nodeAt(params.nodeId, context.caller, systemFolders), period, skipCount);
      return writeUsages(reading, skipCount, context);
    },
    async listCollectionUsages({ params }, context) {
      const ids = await containingCollections(context.caller, nodeAt(params.nodeId, context.caller, systemFolders));
      const read = views.reader(context.caller);
      const { chunks } = await writtenPage(ids, context, async (id) => {
        const view = await read(id);
        return (
          view && `{"collection":${parts.writeNode.entry(view, context).toString()},"collectionUsageType":"ACTIVE"}`
        );
      });
      return new WrittenJson('[', ...chunks, ']');
    },
  };
}

function changeHandlers(parts: HandlerParts): ChangeHandlers {
  const { usages, systemFolders } = parts.services;
  return {
    async recordUsage({ body }, context) {
      if (context.identity.app === undefined && !context.caller.isAdmin) {
        throw badRequest(
          'The call is not signed: send X-Edu-App-Id, X-Edu-App-Sig, X-Edu-App-Signed and X-Edu-App-Ts.',
        );
      }
      const view = await usages.record(askerOf(context), {
        app: await requireApp(parts, body.appId),
        course: body.courseId,
        resource: body.resourceId,
        node: nodeAt(body.nodeId, context.caller, systemFolders),
        version: statedVersion(body.nodeVersion),
        from: body.fromUsed ?? undefined,
        to: body.toUsed ?? undefined,
        parameters: body.usageXmlParams ?? undefined,
      });
      return presentUsage(view);
    },
    async deleteUsage({ params }, context) {
      const usage = requireNodeId('Usage', params.usageId);
      await usages.remove(askerOf(context), requireNodeId('Usage', params.nodeId), usage);
      return undefined;
    },
  };
}
