import fc from 'fast-check';
import { command, file, folder, pick } from './command.ts';
import { at, note } from './real.ts';
import type { Who } from './tree.ts';
import * as tree from './tree.ts';

const names = ['a.txt', 'a - 1.txt', 'b', 'Ärger & Größe.pdf', 'CON'];
export const titles = ['quetzalfeder', 'brombeerhecke', 'monsunregen'] as const;

export const someone = fc.constantFrom<Who>('anna', 'anna', 'bert');
export const somewhere = fc.nat({ max: 999 });
export const name = fc.constantFrom(...names);
export const title = fc.constantFrom(...titles);

export const create = fc
  .record({ who: someone, into: somewhere, folder: fc.boolean(), name, title, rename: fc.boolean() })
  .map(({ who, into, ...child }) =>
    command(`${who} makes ${child.folder ? 'folder' : 'file'} ${child.name} in ${into}`, (model, real) => {
      const parent = pick(model, into, folder);
      return {
        refusals: tree.createRefusals(model, who, parent, child),
        send: () =>
          real.as(who).createNode({
            ...at(real, parent),
            type: child.folder ? 'ccm:map' : 'ccm:io',
            renameIfExists: child.rename,
            body: { 'cm:name': [child.name], 'cm:title': [child.title] },
          }),
        carryOut: (answer) => note(real, tree.create(model, who, parent, child), answer),
      };
    }),
  );

export const attach = fc
  .record({ who: someone, into: somewhere, name, title, rename: fc.boolean() })
  .map(({ who, into, ...given }) =>
    command(`${who} makes child object ${given.name} of ${into}`, (model, real) => {
      const parent = pick(model, into, file);
      const child = { ...given, folder: false };
      return {
        refusals: tree.attachRefusals(model, who, parent, child),
        send: () =>
          real.as(who).createNode({
            ...at(real, parent),
            ...{ type: 'ccm:io', assocType: 'ccm:childio', renameIfExists: child.rename },
            body: { 'cm:name': [child.name], 'cm:title': [child.title] },
          }),
        carryOut: (answer) => note(real, tree.attach(model, who, parent, child), answer),
      };
    }),
  );
