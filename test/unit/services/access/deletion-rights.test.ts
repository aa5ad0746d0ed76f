import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import type { Services } from '../../../../src/services/services.ts';
import {
  addPerson,
  bareRepository,
  callerOf,
  homeOf,
  makeBareNode,
  memorySeams,
  setList,
} from '../../../support/bare-repository.ts';

describe('deleting a folder', () => {
  let services: Services;
  let anna: Caller;
  let bert: Caller;
  let shared: NodeRecord;
  let inner: NodeRecord;
  let file: NodeRecord;

  const refused = { code: 'Forbidden' };
  const remove = (caller: Caller, node: NodeRecord, archive: boolean) =>
    services.removals.remove(caller, node.id, { archive });

  /** Anna shares a folder as Coordinator; Bert puts a folder into it, and she a file into that. */
  beforeEach(async () => {
    services = await bareRepository(memorySeams());
    anna = await addPerson(services, 'anna');
    bert = await addPerson(services, 'bert');
    shared = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:map', name: 'shared' });
    await setList(services, anna, shared.id, true, ['bert', 'Collaborator']);
    inner = await makeBareNode(services, bert, shared.id, { type: 'ccm:map', name: 'inner' });
    file = await makeBareNode(services, anna, inner.id, { type: 'ccm:io', name: 'file' });
  });

  test('into the archive asks at its top only', async () => {
    await setList(services, anna, file.id, false);
    await remove(bert, inner, true);
    await expect(services.rights.node(anna, file.id, 'ReadProperties')).rejects.toMatchObject({ code: 'NotFound' });
    expect(await services.rights.of(anna, shared)).not.toBe(0);
  });

  test('for good is refused where something below may not be deleted, and what it is, is not told', async () => {
    await setList(services, anna, file.id, false);
    await expect(remove(bert, inner, false)).rejects.toMatchObject(refused);
    await expect(remove(bert, inner, false)).rejects.toThrow(/below node/);
    await expect(remove(bert, inner, false)).rejects.not.toThrow(new RegExp(`${file.id}|${file.name}`));
    expect((await services.rights.node(anna, file.id, 'ReadProperties')).id).toBe(file.id);
  });

  test('for good asks deep below, too', async () => {
    let deepest = inner;
    for (let depth = 0; depth < 5; depth += 1) {
      deepest = await makeBareNode(services, bert, deepest.id, { type: 'ccm:map', name: 'deeper' });
    }
    const hidden = await makeBareNode(services, anna, deepest.id, { type: 'ccm:io', name: 'hidden' });
    await setList(services, anna, hidden.id, false);
    await expect(remove(bert, inner, false)).rejects.toMatchObject(refused);
    await setList(services, anna, hidden.id, true);
    await remove(bert, inner, false);
    await expect(services.rights.node(anna, hidden.id, 'ReadProperties')).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('for good takes what others put into the own folder, where it can be seen', async () => {
    const other = await makeBareNode(services, bert, inner.id, { type: 'ccm:io', name: 'of Bert' });
    expect(other.owner).toBe('bert');
    await remove(bert, inner, false);
    await expect(services.rights.node(bert, other.id, 'ReadProperties')).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('is refused at the top to who may only add', async () => {
    for (const archive of [true, false]) {
      await expect(remove(bert, shared, archive)).rejects.toMatchObject(refused);
      await expect(remove(bert, file, archive)).resolves.toBeUndefined();
      file = await makeBareNode(services, anna, shared.id, { type: 'ccm:io', name: `next ${archive}` });
      await expect(remove(bert, file, archive)).rejects.toMatchObject(refused);
      file = await makeBareNode(services, anna, inner.id, { type: 'ccm:io', name: `last ${archive}` });
    }
  });

  test('for good is open to administrators whatever lies below', async () => {
    await setList(services, anna, file.id, false);
    await remove(await callerOf(services, 'admin'), shared, false);
    await expect(services.rights.node(anna, file.id, 'ReadProperties')).rejects.toMatchObject({ code: 'NotFound' });
  });
});
