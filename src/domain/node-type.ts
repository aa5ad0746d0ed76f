/** The types that a node can have (compatibility 9), by short name. */
const contentTypes = ['ccm:io', 'cm:content', 'ccm:saved_search', 'ccm:remoteobject', 'ccm:tool_instance'];
const folderTypes = ['ccm:map', 'cm:folder'];

export const isFolderType = (type: string): boolean => folderTypes.includes(type);

export const isNodeType = (type: string): boolean => isFolderType(type) || contentTypes.includes(type);

export const nodeTypes: readonly string[] = [...contentTypes, ...folderTypes];
