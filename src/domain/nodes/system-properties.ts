const systemProperties = new Set(['cm:creator', 'cm:created', 'cm:modifier', 'cm:modified', 'cm:versionLabel']);

/**
 * Whether the repository itself sets this property (short name). Clients send such properties back, also as numbers; the
 * repository ignores them then.
 */
export const isSystemProperty = (name: string): boolean =>
  systemProperties.has(name) ||
  name.startsWith('sys:') ||
  name.startsWith('virtual:') ||
  /(?:_LONG|ISO8601|_DISPLAYNAME)$/.test(name);

/** Properties that describe the target of a link as a client states it, or content as its bytes are. */
const contentFacts: readonly string[] = ['cclom:format', 'cclom:size'];

/** Whether the repository sets this property for a node with content. For other nodes the client sets it. */
export const isContentFact = (name: string): boolean => contentFacts.includes(name);

/** Whether a location is that of a node in a repository, as responses contain it. Others are stated by clients. */
export const isRepositoryLocation = (value: string): boolean => value.startsWith('ccrep://');
