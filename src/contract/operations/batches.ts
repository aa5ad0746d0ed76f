import { BatchResults } from '../objects/batch.ts';
import { operation } from '../operation.ts';

export const createNodes = operation({
  method: 'POST',
  path: '/edu-repo/v1/nodes/batch',
  summary: 'Create many nodes, with or without content',
  description:
    'Specific to edu-repo. The file is a sequence of up to 1000 entries. Each entry is a line of JSON, `{"id", "parent", "properties", "type", "aspects", "renameIfExists", "versionComment", "content": {"size", "mimetype", "fileName"}}`, and ends with a line feed. If the line has `content`, exactly `size` bytes of content follow it; the next entry begins after them. Empty lines between entries are ignored. Only `id`, `parent` and `properties` are required, and a node with content is complete in its first version. Each entry is checked, stored and answered by itself, like a call for it alone. When the response arrives, everything that it reports with status 200 is on disk. The client chooses the `id` of an entry: of several entries with the same `id`, from the same person and in whatever call, only the first creates a node, and the others return it with `repeated`. So a client that got no response can send the same entries again. An entry that cannot be read is the last one of the response, because it is unknown where the next one begins. The response header `X-Edu-Unknown-Properties` lists the properties and aspects of all entries that are not in the content model, `X-Edu-Ignored-Properties` those that only the repository can set.',
  group: 'node',
  access: 'user',
  repeatable: true,
  body: { kind: 'upload', field: 'entries' },
  result: BatchResults,
});
