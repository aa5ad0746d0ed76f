const systemProperties = new Set(['cm:creator', 'cm:created', 'cm:modifier', 'cm:modified', 'cm:versionLabel']);

/**
 * Whether this is a property (by its short name) that the repository itself answers. Clients send them back, as numbers
 * too; then they are left aside.
 */
export const isSystemProperty = (name: string): boolean =>
  systemProperties.has(name) ||
  name.startsWith('sys:') ||
  name.startsWith('virtual:') ||
  /(?:_LONG|ISO8601|_DISPLAYNAME)$/.test(name);

/** What of a link's target a client may say, and what of content only its bytes say. */
const contentFacts: readonly string[] = ['cclom:format', 'cclom:size'];

/** Whether the repository answers this property of a node that has content. Of others it is what a client says. */
export const isContentFact = (name: string): boolean => contentFacts.includes(name);

/** A place in a repository, as answers name the one of a node; no statement of a client about where a work lies. */
export const isRepositoryLocation = (value: string): boolean => value.startsWith('ccrep://');
