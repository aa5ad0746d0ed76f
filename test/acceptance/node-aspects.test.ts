import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile } from '../support/trees.ts';

withTransports((school) => {
  describeOperation('setAspects', school, {
    effect: {
      'the aspects are replaced, in the same version': async () => {
        const file = await makeFile(school.anna, 'x');
        const body = ['ccm:published', '{http://www.campuscontent.de/model/1.0}workflow', 'ccm:published'];
        const { node } = await school.anna.setAspects({ ...at(file), body });
        expect(node.aspects).toEqual(expect.arrayContaining(['ccm:published', 'ccm:workflow']));
        const { node: read } = await school.anna.getNode(at(file));
        expect([read.aspects, read.contentVersion]).toEqual([node.aspects, file.contentVersion]);
        await school.anna.setAspects({ ...at(file), body: [] });
        expect((await school.anna.getNode(at(file))).node.aspects).not.toContain('ccm:published');
      },
      'a file becomes neither a collection nor a reference by its aspects': async () => {
        const file = await makeFile(school.anna, 'x');
        const body = ['ccm:collection', 'ccm:collection_io_reference', 'ccm:io_childobject'];
        expect((await school.anna.setAspects({ ...at(file), body })).node.aspects).toEqual(file.aspects);
      },
    },
    refusal: {
      'whoever may not write the properties may not, and gets no trace': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { ...at(file), body: ['ccm:published'] };
        await expectRefused(school.bert.setAspects(call), 403);
        await expectRefused(school.nobody.setAspects(call), 401, /Sign in/);
        expect((await school.anna.getNode(at(file))).node.aspects).toEqual(file.aspects);
      },
    },
    badInput: {
      'a name without a registered namespace is refused, naming it': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.setAspects({ ...at(file), body: ['cccm:published'] }), 400, /cccm:published/);
      },
    },
  });
});
