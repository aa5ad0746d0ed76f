import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';

interface ValuesRequest {
  readonly metadataset: string;
  readonly property: string;
  /** The pattern of the values; empty for all. */
  readonly pattern: string;
}

/** Explains why a list of values is empty, and suggests the next command. */
export async function whyNone(client: Client, { metadataset, property, pattern }: ValuesRequest): Promise<string> {
  const { widgets } = await client.getMetadataSet({ repository, metadataset });
  const hasList = widgets.some(({ id, hasValues }) => id === property && hasValues);
  if (hasList) {
    if (pattern === '') return `No values of ${property} are available.`;
    const all = `edu-repo mds values ${shellWord(metadataset)} ${shellWord(property)}`;
    return `No value of ${property} contains "${pattern}". To list all values: ${all}`;
  }
  const used = `edu-repo search --query '*:*' --facet ${shellWord(property)}`;
  return `${property} has no value list. To list the values in use: ${used}`;
}
