/** The namespaces of the node model (compatibility 9): prefix and URI. */
const namespaces: readonly (readonly [string, string])[] = [
  ['cm', 'http://www.alfresco.org/model/content/1.0'],
  ['sys', 'http://www.alfresco.org/model/system/1.0'],
  ['ccm', 'http://www.campuscontent.de/model/1.0'],
  ['cclom', 'http://www.campuscontent.de/model/lom/1.0'],
  ['virtual', 'virtualproperty'],
];

const prefixOfUri = new Map(namespaces.map(([prefix, uri]) => [uri, prefix]));

/** The short form (`cm:name`) of a name in either form; undefined when its long form has an unknown namespace. */
export function shortName(name: string): string | undefined {
  if (!name.startsWith('{')) return name;
  const end = name.indexOf('}');
  const prefix = prefixOfUri.get(name.slice(1, end));
  return prefix === undefined ? undefined : `${prefix}:${name.slice(end + 1)}`;
}

const systemProperties = new Set([
  'cm:creator',
  'cm:created',
  'cm:modifier',
  'cm:modified',
  'cm:versionLabel',
  'cclom:size',
  'cclom:format',
]);

/** Properties that the repository itself answers; clients send them back, and then they are left aside. */
export const isSystemProperty = (name: string): boolean =>
  systemProperties.has(name) ||
  name.startsWith('sys:') ||
  name.startsWith('virtual:') ||
  /(?:_LONG|ISO8601|_DISPLAYNAME)$/.test(name);
