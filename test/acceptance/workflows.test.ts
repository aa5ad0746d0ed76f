import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile } from '../support/trees.ts';

const receiver = [{ authorityName: 'bert' }];

const grant = (school: School, node: Awaited<ReturnType<typeof makeFile>>, permission: string) =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName: 'carla' }, permission }] },
  });

withTransports((school) => {
  describeGetWorkflow(school);
  describeAddWorkflowEntry(school);
});

function describeGetWorkflow(school: School): void {
  describeOperation('getWorkflow', school, {
    effect: {
      'entries are listed newest first, each with its editor, receivers, status and comment': async () => {
        const file = await makeFile(school.anna, 'x');
        expect(await school.anna.getWorkflow(at(file))).toEqual([]);
        await grant(school, file, 'Collaborator');
        const start = Date.now();
        await school.anna.addWorkflowEntry({
          ...at(file),
          body: { receiver: [{ authorityName: 'BERT' }], status: '200_tocheck', comment: 'Bitte prüfen' },
        });
        await school.carla.addWorkflowEntry({ ...at(file), body: { receiver: [], status: '300_hasflaws' } });
        const history = await school.anna.getWorkflow(at(file));
        expect(history).toMatchObject([
          { editor: { authorityName: 'carla' }, receiver: [], status: '300_hasflaws', comment: '' },
          {
            editor: { authorityName: 'anna', authorityType: 'USER', profile: { firstName: 'Anna' } },
            receiver: [{ authorityName: 'bert', authorityType: 'USER' }],
            status: '200_tocheck',
            comment: 'Bitte prüfen',
          },
        ]);
        expect(history.every(({ time }) => time >= start - 1000 && time <= Date.now() + 1000)).toBe(true);
      },
    },
    refusal: {
      'only readers of the node read its history': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.carla.getWorkflow(at(file)), 403);
        await expectRefused(school.nobody.getWorkflow(at(file)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.getWorkflow(at('00000000-0000-4000-8000-000000000000')), 404, /does not exist/);
      },
    },
  });
}

function describeAddWorkflowEntry(school: School): void {
  describeOperation('addWorkflowEntry', school, {
    effect: {
      'the node has the latest entry in its properties, in the same version': async () => {
        const file = await makeFile(school.anna, 'x');
        const body = { receiver: [{ authorityName: 'GROUP_EVERYONE' }], status: '200_tocheck', comment: 'Prüfen' };
        await school.anna.addWorkflowEntry({ ...at(file), body: { ...body, receiver, status: '100_unchecked' } });
        await school.anna.addWorkflowEntry({ ...at(file), body });
        const { node } = await school.anna.getNode(at(file));
        expect(node.properties).toMatchObject({
          'ccm:wf_status': ['200_tocheck'],
          'ccm:wf_receiver': ['GROUP_EVERYONE'],
          'ccm:wf_instructions': ['Prüfen'],
        });
        expect(node.aspects).toContain('ccm:workflow');
        expect([node.contentVersion, node.properties['ccm:wf_protocol']?.length]).toEqual([file.contentVersion, 2]);
      },
      'a receiver gets no rights': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.addWorkflowEntry({ ...at(file), body: { receiver, status: '200_tocheck' } });
        await expectRefused(school.bert.getNode(at(file)), 403);
        expect((await school.anna.getWorkflow(at(file))).length).toBe(1);
      },
      'entries cannot be forged: neither the editor nor the history is taken from the client': async () => {
        const file = await makeFile(school.anna, 'x');
        const forged = { status: 'x', time: 1, editor: { authorityName: 'bert' } };
        await school.anna.addWorkflowEntry({ ...at(file), body: forged });
        const before = await school.anna.getWorkflow(at(file));
        expect(before).toMatchObject([{ editor: { authorityName: 'anna' } }]);
        await school.anna.updateMetadata({ ...at(file), body: { 'ccm:wf_protocol': ['{}'] } });
        expect(await school.anna.getWorkflow(at(file))).toEqual(before);
        // Nor removed with an earlier version.
        await school.anna.revertVersion({ ...at(file), major: 1, minor: 0 });
        expect(await school.anna.getWorkflow(at(file))).toEqual(before);
      },
      'the newest 100 entries are kept': async () => {
        const file = await makeFile(school.anna, 'x');
        for (let count = 1; count <= 102; count += 1) {
          await school.anna.addWorkflowEntry({ ...at(file), body: { status: String(count) } });
        }
        const statuses = (await school.anna.getWorkflow(at(file))).map(({ status }) => status);
        expect([statuses.length, statuses[0], statuses.at(-1)]).toEqual([100, '102', '3']);
      },
    },
    refusal: {
      'only those who may write the properties add an entry': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { ...at(file), body: { receiver, status: '200_tocheck' } };
        await grant(school, file, 'Consumer');
        await expectRefused(school.carla.addWorkflowEntry(call), 403);
        await expectRefused(school.nobody.addWorkflowEntry(call), 401, /Sign in/);
        expect(await school.anna.getWorkflow(at(file))).toEqual([]);
      },
    },
    badInput: {
      'unknown receivers are named, and a status is needed': async () => {
        const file = await makeFile(school.anna, 'x');
        const unknown = [{ authorityName: 'GROUP_nein' }, { authorityName: 'bert' }, { authorityName: 'nein' }];
        const call = school.anna.addWorkflowEntry({ ...at(file), body: { receiver: unknown, status: 'x' } });
        await expectRefused(call, 400, /Unknown receivers: GROUP_nein, nein\./);
        await expectRefused(school.anna.addWorkflowEntry({ ...at(file), body: { status: '' } }), 400, /status/);
        expect(await school.anna.getWorkflow(at(file))).toEqual([]);
      },
    },
  });
}
