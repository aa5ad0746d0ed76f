import { WrittenJson } from '../../contract/written-json.ts';
import { authorAt } from '../../domain/identity/authorship.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentVersion, presentVersionRef } from '../presenters/nodes/version.ts';
import { writeWhole } from '../presenters/paging.ts';
import { nodeAt } from '../request/node-address.ts';
import { writtenPage } from '../response/page-stream.ts';

type VersionHandlers = Pick<Handlers, 'listVersions' | 'describeVersions' | 'getVersion' | 'revertVersion'>;

export function versionHandlers({ services, settings, writeNode }: HandlerParts): VersionHandlers {
  const { versions, people, views, systemFolders } = services;
  const repository = settings.repository.id;

  return {
    async listVersions({ params }, { caller }) {
      const node = nodeAt(params.node, caller, systemFolders);
      const numbers = await versions.list(caller, node);
      return { versions: numbers.map((version) => presentVersionRef({ node, version }, repository)) };
    },
    async describeVersions({ params, query: { skipCount } }, context) {
      const { caller, representation } = context;
      const { form } = representation;
      const authors = new Map<string, PersonRecord | undefined>();
      const reading = await versions.all(caller, nodeAt(params.node, caller, systemFolders), skipCount);
      const written = await writtenPage(reading.entries, context, async (version) => {
        if (version === undefined) return undefined;
        if (!authors.has(version.by)) authors.set(version.by, await people.find(version.by));
        const author = authorAt(authors.get(version.by), version.at);
        return JSON.stringify(presentVersion(version, author, { ...context, repository, form }));
      });
      return writeWhole('versions', { total: reading.total, skip: skipCount }, written, context);
    },
    async getVersion({ params, query: { nodeForm = 'list' } }, context) {
      const { caller } = context;
      const version = await versions.get(caller, nodeAt(params.node, caller, systemFolders), params);
      const author = authorAt(await people.find(version.by), version.at);
      const presented = presentVersion(version, author, {
        ...context,
        ...{ repository, form: nodeForm },
      });
      return new WrittenJson(JSON.stringify({ version: presented }));
    },
    async revertVersion({ params, query }, context) {
      const { caller } = context;
      const id = nodeAt(params.node, caller, systemFolders);
      const node = await versions.revert(caller, id, params, query);
      return new WrittenJson(writeNode.changed(await views.view(caller, node), context));
    },
  };
}
