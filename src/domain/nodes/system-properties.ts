/** The history of a node in its workflow. If clients could set it, they could forge entries of other people. */
export const workflowHistoryProperty = 'ccm:wf_protocol';

/** Whether the property concerns the workflow of a node, which versions and other nodes do not have. */
export const isWorkflowProperty = (name: string): boolean => name.startsWith('ccm:wf_');

const systemProperties = new Set([
  ...['cm:creator', 'cm:created', 'cm:modifier', 'cm:modified', 'cm:versionLabel'],
  workflowHistoryProperty,
]);

/**
 * Whether the repository itself sets this property (short name). Clients send such properties back; the repository ignores
 * them.
 */
export const isSystemProperty = (name: string): boolean =>
  systemProperties.has(name) ||
  name.startsWith('sys:') ||
  name.startsWith('virtual:') ||
  /(?:_LONG|ISO8601|_DISPLAYNAME)$/.test(name);

/** Whether the repository sets this property for a node with content. For other nodes, such as links, the client sets it. */
export const isContentFact = (name: string): boolean => name === 'cclom:format' || name === 'cclom:size';

/** Whether the property concerns one node only, so that another node does not take it over with the metadata. */
export const isOwnProperty = (name: string): boolean =>
  isContentFact(name) ||
  name.startsWith('ccm:replicationsource') ||
  name.startsWith('ccm:collection') ||
  isWorkflowProperty(name) ||
  ['ccm:import_blocked', 'ccm:original', 'ccm:published_original'].includes(name);

/**
 * Whether a `cclom:location` is the address of a node in a repository, which responses contain. Clients send other
 * locations.
 */
export const isRepositoryLocation = (value: string): boolean => value.startsWith('ccrep://');
