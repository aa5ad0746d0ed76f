import { createPerson, pupil, type Repository } from './repository.ts';
import { together } from './together.ts';

const repository = '-home-';

/** How many groups are in each group of the five levels; the last are the classes. */
const branches = [1, 4, 4, 4, 4] as const;

/** At the top of the tree: what it may do, everybody may do who is in a class. */
export const wholeSchool = { authorityName: 'GROUP_Schule', authorityType: 'GROUP' } as const;

/** The user name of the person of this number, from 0 on. */
export const personName = (at: number): string => `person-${at + 1}`;

/** Makes groups in groups, five deep. Resolves to the names of those at the bottom. */
async function createGroups({ asAdmin }: Repository): Promise<string[]> {
  let level: string[] = [];
  for (const [depth, count] of branches.entries()) {
    const parents = depth === 0 ? [undefined] : level;
    const next = parents.flatMap((parent) =>
      Array.from({ length: count }, (_, at) => ({
        parent,
        group: parent === undefined ? wholeSchool.authorityName : `${parent}-${at + 1}`,
      })),
    );
    await together(next.length, async (at) => {
      const { group = '', parent } = next[at] ?? {};
      await asAdmin.createGroup({ repository, group, body: {}, ...(parent === undefined ? {} : { parent }) });
    });
    level = next.map(({ group }) => group);
  }
  return level;
}

/** A list that no other node has: a class reads, and one person more. */
const ownList = (at: number, classes: readonly string[], people: number) => ({
  inherited: true,
  permissions: [
    { authority: { authorityName: classes[at % classes.length] ?? '' }, permission: 'Consumer' },
    { authority: { authorityName: personName(at % people) }, permission: at < people ? 'Consumer' : 'Editor' },
  ],
});

/**
 * People in classes, classes in a tree of groups that is five deep, and the pupil in the first class: whatever the whole
 * school may do, the pupil may do by five steps. Each of `nodes` gets a list of its own that is like no other.
 */
export async function createSchool(subject: Repository, people: number, nodes: readonly string[]): Promise<void> {
  const { asAdmin } = subject;
  const classes = await createGroups(subject);
  const classOf = (at: number): string => classes[at % classes.length] ?? '';
  await createPerson(subject, pupil);
  await asAdmin.addMember({ repository, group: classOf(0), member: pupil.userName });
  await together(people - 1, async (at) => {
    const person = personName(at);
    await asAdmin.createPerson({ repository, person, body: { firstName: 'Vorname', lastName: `Nachname ${at}` } });
    await asAdmin.addMember({ repository, group: classOf(at), member: person });
  });
  await together(nodes.length, async (at) => {
    await asAdmin.setPermissions({ repository, node: nodes[at] ?? '', body: ownList(at, classes, people - 1) });
  });
}
