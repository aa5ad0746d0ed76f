import type { ContentHash } from '../../base/ids.ts';
import type { Bucket } from './bucket.ts';

/** The keys of contents, and of uploads whose hash is not known yet. */
export function keysOf({ prefix }: Pick<Bucket, 'prefix'>) {
  const contents = `${prefix}content/`;
  const unfinished = `${prefix}unfinished/`;
  return {
    contents,
    uploads: unfinished,
    of: (hash: ContentHash): string => contents + hash,
    unfinished: (id: string): string => unfinished + id,
    /** The hash in the key of a content; undefined for other keys. */
    hashIn: (key: string): ContentHash | undefined => {
      const name = key.slice(contents.length);
      return /^[0-9a-f]{64}$/.test(name) ? (name as ContentHash) : undefined;
    },
  };
}
