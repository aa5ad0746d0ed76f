import { isPermission } from '../../base/permission-names.ts';
import { usageFailure } from '../program/failure.ts';

/** The words for roles besides their names in the interface, without the ending of German feminine forms. */
const words: Readonly<Record<string, string>> = {
  leser: 'Consumer',
  bearbeiter: 'Editor',
  beitragender: 'Contributor',
  beitragende: 'Contributor',
  mitarbeiter: 'Collaborator',
  koordinator: 'Coordinator',
};

/** The roles of the commands `share` and `permission`. A person or group has one of them at a time: a new one replaces it. Other permissions are added. */
export const everydayRoles = ['Consumer', 'Editor', 'Contributor', 'Collaborator', 'Coordinator'] as const;

const names = new Map(everydayRoles.map((role) => [role.toLowerCase(), role]));

function everydayRole(text: string): string | undefined {
  const word = text.toLowerCase();
  return names.get(word) ?? words[word.replace(/[:*_]?in$/, '')];
}

/** The name of a role in the interface, from its name in any case or a German word. Others are permissions, which the server knows. */
export const readPermission = (text: string): string => everydayRole(text) ?? text;

/** The name of a role in the interface, from its name in any case or a German word. Throws a usage failure for others. */
export function readRole(text: string): string {
  const role = everydayRole(text) ?? (isPermission(text) ? text : undefined);
  if (role !== undefined) return role;
  throw usageFailure(
    `There is no role ${text}.`,
    `The roles are ${everydayRoles.join(', ')}, in German Leser, Bearbeiter, Beitragender, Mitarbeiter, Koordinator.`,
    'To see what each may do: edu-repo help roles',
  );
}
