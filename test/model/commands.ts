import fc from 'fast-check';
import { expect } from 'vitest';
import { command, file, folder, isTop, pick } from './command.ts';
import { attach, create, name, someone, somewhere, title } from './creation.ts';
import { aText, at, idOf, note, type Real } from './real.ts';
import type { List, Node, Permission, Tree, Who } from './tree.ts';
import * as tree from './tree.ts';

const texts = ['eins', 'zwei zwei', 'drei drei drei', ''];

const repository = '-home-';

const permission = fc.constantFrom<Permission | undefined>(undefined, 'Consumer', 'Collaborator', 'Coordinator');

/** Finds out the ids of all that was copied: names are unique in a folder. */
async function noteBelow(model: Tree, real: Real, who: Who, folder: Node): Promise<void> {
  const { nodes } = await real.as(who).listChildren({ ...at(real, folder), maxItems: 10_000 });
  for (const child of tree.childrenOf(model, folder)) {
    const seen = nodes.find((node) => node.name === child.name);
    if (seen === undefined) throw new Error(`${child.name} was not copied.`);
    real.ids.set(child, seen.ref.id);
    await noteBelow(model, real, who, child);
  }
}

const rename = fc.record({ who: someone, which: somewhere, name }).map(({ who, which, ...to }) =>
  command(`${who} renames ${which} to ${to.name}`, (model, real) => {
    const node = pick(model, which);
    if (isTop(node)) return undefined;
    return {
      refusals: tree.renameRefusals(model, who, node, to.name),
      send: () => real.as(who).updateMetadata({ ...at(real, node), body: { 'cm:name': [to.name] } }),
      carryOut() {
        tree.edit(who, node, to);
        return node;
      },
    };
  }),
);

const edit = fc.record({ who: someone, which: somewhere, title }).map(({ who, which, ...to }) =>
  command(`${who} titles ${which} ${to.title}`, (model, real) => {
    const node = pick(model, which);
    return {
      refusals: tree.writeRefusals(who, node),
      send: () => real.as(who).updateMetadata({ ...at(real, node), body: { 'cm:title': [to.title] } }),
      carryOut() {
        tree.edit(who, node, to);
        return node;
      },
    };
  }),
);

const version = fc.record({ who: someone, which: somewhere, title }).map(({ who, which, ...to }) =>
  command(`${who} makes a version of ${which} titled ${to.title}`, (model, real) => {
    const node = pick(model, which);
    const versionComment = `titled ${to.title}`;
    return {
      refusals: tree.writeRefusals(who, node),
      send: () =>
        real.as(who).createMetadataVersion({ ...at(real, node), versionComment, body: { 'cm:title': [to.title] } }),
      carryOut() {
        node.title = to.title;
        tree.addVersion(who, node, versionComment);
        return node;
      },
    };
  }),
);

const upload = fc
  .record({ who: someone, which: somewhere, text: fc.constantFrom(...texts) })
  .map(({ who, which, text }) =>
    command(`${who} uploads «${text}» into ${which}`, (model, real) => {
      const node = pick(model, which, file);
      return {
        refusals: tree.uploadRefusals(who, node),
        send: () => real.as(who).uploadContent({ ...at(real, node), versionComment: 'upload', body: aText(text) }),
        carryOut() {
          node.text = text;
          tree.addVersion(who, node, 'upload');
          return node;
        },
      };
    }),
  );

const revert = fc
  .record({ who: someone, which: somewhere, place: fc.nat({ max: 3 }), withName: fc.boolean() })
  .map(({ who, which, ...to }) =>
    command(`${who} reverts ${which} to 1.${to.place}${to.withName ? ' with its name' : ''}`, (model, real) => {
      const node = pick(model, which);
      if (isTop(node)) return undefined;
      const { place, withName } = to;
      return {
        refusals: tree.revertRefusals(who, node, place),
        send: () => real.as(who).revertVersion({ ...at(real, node), major: 1, minor: place, withName }),
        carryOut() {
          tree.revert(model, who, node, to);
          return node;
        },
      };
    }),
  );

const copy = fc
  .record({ who: someone, from: somewhere, into: somewhere, withChildren: fc.boolean() })
  .map(({ who, from, into, withChildren }) =>
    command(`${who} copies ${from} into ${into}${withChildren ? ' with all below' : ''}`, (model, real) => {
      const [source, target] = [pick(model, from), pick(model, into, folder)];
      return {
        refusals: tree.copyRefusals(who, source, target),
        send: () => real.as(who).copyNode({ ...at(real, target), source: idOf(real, source), withChildren }),
        async carryOut(answer) {
          const made = note(real, tree.copy(model, who, source, target, withChildren), answer);
          await noteBelow(model, real, who, made);
          return made;
        },
      };
    }),
  );

const move = fc.record({ who: someone, from: somewhere, into: somewhere }).map(({ who, from, into }) =>
  command(`${who} moves ${from} into ${into}`, (model, real) => {
    const [source, target] = [pick(model, from), pick(model, into, folder)];
    if (isTop(source) || source.parent === target) return undefined;
    return {
      refusals: tree.moveRefusals(model, who, source, target),
      send: () => real.as(who).moveNode({ ...at(real, target), source: idOf(real, source) }),
      carryOut() {
        const before = tree.rightsBelow(model, who, source);
        source.parent = target;
        if (tree.may(who, source, 'share')) return source;
        for (const [node, rights] of tree.rightsBelow(model, who, source)) {
          expect(before.get(node), `${who} gained rights on ${node.name}`).toEqual(
            expect.arrayContaining(rights.slice()),
          );
        }
        return source;
      },
    };
  }),
);

const remove = fc.record({ who: someone, which: somewhere }).map(({ who, which }) =>
  command(`${who} deletes ${which}`, (model, real) => {
    const node = pick(model, which);
    if (isTop(node)) return undefined;
    return {
      refusals: tree.deleteRefusals(who, node),
      send: () => real.as(who).deleteNode(at(real, node)),
      carryOut() {
        node.deletedBy = who;
        return undefined;
      },
    };
  }),
);

const restore = fc.record({ who: someone, which: somewhere }).map(({ who, which }) =>
  command(`${who} restores ${which}`, (model, real) => {
    const deleted = model.nodes.filter(({ deletedBy }) => deletedBy !== null);
    const node = deleted[which % Math.max(deleted.length, 1)] ?? pick(model, which);
    return {
      refusals: tree.restoreRefusals(who, node),
      send: () => real.as(who).restoreArchived({ repository, archivedNodeIds: [idOf(real, node)] }),
      carryOut() {
        tree.restore(model, node);
        return node;
      },
    };
  }),
);

const share = fc
  .record({ who: someone, which: somewhere, inherits: fc.boolean(), anna: permission, bert: permission })
  .map(({ who, which, inherits, anna, bert }) =>
    command(`${who} lets anna ${anna} and bert ${bert} in at ${which}`, (model, real) => {
      const node = pick(model, which);
      const entries: List['entries'] = { ...(anna && { anna }), ...(bert && { bert }) };
      return {
        refusals: tree.shareRefusals(who, node),
        send: () =>
          real.as(who).setPermissions({
            ...at(real, node),
            body: {
              inherited: inherits,
              permissions: Object.entries(entries).map(([authorityName, given]) => ({
                authority: { authorityName, authorityType: 'USER' as const },
                permission: given,
              })),
            },
          }),
        carryOut() {
          node.list = inherits && Object.keys(entries).length === 0 ? null : { inherits, entries };
          return node;
        },
      };
    }),
  );

/** Up to so many steps, each of any kind, by Anna or by Bert. */
export const steps = (most: number) =>
  fc.commands(
    [
      create,
      create,
      create,
      attach,
      attach,
      upload,
      share,
      share,
      edit,
      version,
      rename,
      copy,
      move,
      revert,
      remove,
      restore,
    ],
    {
      maxCommands: most,
      size: 'max',
    },
  );
