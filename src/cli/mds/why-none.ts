import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';

interface ValuesRequest {
  readonly metadataset: string;
  readonly property: string;
  /** Empty: all values were asked for. */
  readonly pattern: string;
}

/** Says why a property has no values to choose from, and how to see what there is. */
export async function whyNone(client: Client, { metadataset, property, pattern }: ValuesRequest): Promise<string> {
  const { widgets } = await client.getMetadataSet({ repository, metadataset });
  const hasList = widgets.some(({ id, hasValues }) => id === property && hasValues);
  if (hasList && pattern !== '') {
    const all = `edu-repo mds values ${shellWord(metadataset)} ${shellWord(property)}`;
    return `No value of ${property} has «${pattern}» in it. All of them: ${all}`;
  }
  const used = `edu-repo search --query '*:*' --facet ${shellWord(property)}`;
  return `${property} has no values to choose from. What nodes have: ${used}`;
}
