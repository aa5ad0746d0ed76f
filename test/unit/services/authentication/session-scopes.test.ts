import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { anyUser, type Caller } from '../../../../src/domain/access/caller.ts';
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

const page = { skip: 0, limit: 100 };
const missing = { code: 'NotFound' };

describe('the safe area', () => {
  let services: Services;
  let outside: Caller;
  let inside: Caller;
  let folder: NodeRecord;
  let file: NodeRecord;

  const find = (caller: Caller, query: string) =>
    services.search.nodes(caller, query, {
      ...page,
      facets: [{ property: 'cclom:general_keyword', limit: 10, minimum: 1 }],
    });

  beforeEach(async () => {
    services = await bareRepository(memorySeams());
    outside = await addPerson(services, 'anna');
    await addPerson(services, 'bert');
    inside = await services.sessionScopes.enter('anna', 'safe');
    folder = await makeBareNode(services, inside, homeOf(inside), {
      type: 'ccm:map',
      name: 'Ordner',
      keyword: 'geheim',
    });
    const made = await makeBareNode(services, inside, folder.id, {
      type: 'ccm:io',
      name: 'Akte.txt',
      keyword: 'geheim',
    });
    const upload = { bytes: Readable.from(['geheim']), mimeTypes: ['text/plain'], fileName: 'a', versionComment: '' };
    file = await services.nodes.replaceContent(inside, made.id, upload);
  });

  test('has a home folder of its own, which stays the same', async () => {
    expect(inside).toMatchObject({ userName: 'anna', sessionScope: 'safe' });
    expect(homeOf(inside)).not.toBe(homeOf(outside));
    expect((await services.sessionScopes.enter('anna', 'safe')).home).toBe(homeOf(inside));
    expect((await callerOf(services, 'anna')).home).toBe(homeOf(outside));
    await expect(services.sessionScopes.enter('nobody', 'safe')).rejects.toMatchObject(missing);
  });

  test('is entered by two at the same time with one home', async () => {
    const [one, other] = await Promise.all([
      services.sessionScopes.enter('bert', 'safe'),
      services.sessionScopes.enter('bert', 'safe'),
    ]);
    expect(homeOf(one)).toBe(homeOf(other));
  });

  test('shows what was made in it to its maker in it', async () => {
    expect((await services.listings.children(inside, folder.id, page)).items.map(({ id }) => id)).toEqual([file.id]);
    expect((await find(inside, 'geheim')).ids).toContain(file.id);
    expect((await services.listings.resolve(inside, homeOf(inside), 'Ordner/Akte.txt')).id).toBe(file.id);
    expect((await services.versions.list(inside, file.id)).length).toBe(2);
    const download = await services.downloads.open(inside, file.id, undefined);
    if (!('read' in download)) throw new Error('There should be a content.');
    const bytes = await download.read();
    expect((await bytes.toArray()).join('')).toBe('geheim');
  });

  test('is as if it were not there for everybody outside, its owner and administrators included', async () => {
    const others = [
      outside,
      await callerOf(services, 'bert'),
      await callerOf(services, 'admin'),
      await services.callers.unknown(),
      anyUser,
    ];
    for (const caller of others) {
      for (const id of [homeOf(inside), folder.id, file.id]) {
        const tries = [
          services.rights.node(caller, id, 'ReadProperties'),
          services.listings.children(caller, id, page),
          services.listings.resolve(caller, id, ''),
          services.versions.list(caller, id),
          services.downloads.open(caller, id, undefined),
          services.permissions.get(caller, id),
          services.permissions.set(caller, id, { inherits: true, entries: [] }),
          services.removals.remove(caller, id, { archive: true }),
          services.nodes.updateProperties(caller, id, new Map(), undefined),
          makeBareNode(services, caller, id, { type: 'ccm:io', name: 'x', keyword: 'geheim' }),
        ];
        for (const tried of tries) await expect(tried).rejects.toMatchObject(missing);
      }
      const { total, facets } = await find(caller, 'geheim OR anna OR Akte');
      expect(facets[0]?.values).toEqual([]);
      expect((await find(caller, '*:*')).ids).not.toContain(homeOf(inside));
      expect(total).toBe((await find(caller, 'anna')).total);
      const { items } = await services.listings.children(
        await callerOf(services, 'admin'),
        services.systemFolders.userHomes,
        page,
      );
      expect(items.map(({ id }) => id)).not.toContain(homeOf(inside));
    }
  });

  test('tells the hidden and the missing alike', async () => {
    const told = (id: string) =>
      services.rights.node(outside, id as NodeRecord['id'], 'ReadProperties').then(
        () => 'told',
        (error: unknown) => String(error),
      );
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await told(file.id)).replaceAll(file.id, 'ID')).toBe((await told(unknown)).replaceAll(unknown, 'ID'));
  });

  test('does not show what is outside', async () => {
    const own = await makeBareNode(services, outside, homeOf(outside), {
      type: 'ccm:io',
      name: 'draussen',
      keyword: 'geheim',
    });
    await expect(services.rights.node(inside, own.id, 'ReadProperties')).rejects.toMatchObject(missing);
    await expect(
      services.rights.node(inside, services.systemFolders.companyHome, 'ReadProperties'),
    ).rejects.toMatchObject(missing);
    expect((await find(inside, 'draussen')).total).toBe(0);
    await expect(
      makeBareNode(services, inside, homeOf(outside), { type: 'ccm:io', name: 'x', keyword: 'geheim' }),
    ).rejects.toMatchObject(missing);
  });

  test('is shared by its owner with people who are in it, and administrators in it may do everything', async () => {
    const bert = await services.sessionScopes.enter('bert', 'safe');
    await expect(services.rights.node(bert, file.id, 'ReadProperties')).rejects.toMatchObject({ code: 'Forbidden' });
    await setList(services, inside, folder.id, true, ['bert', 'Consumer']);
    expect((await services.rights.node(bert, file.id, 'ReadContent')).id).toBe(file.id);
    await expect(
      services.rights.node(await callerOf(services, 'bert'), file.id, 'ReadProperties'),
    ).rejects.toMatchObject(missing);
    const admin = await services.sessionScopes.enter('admin', 'safe');
    expect((await services.rights.node(admin, file.id, 'WriteContent')).id).toBe(file.id);
  });

  test('has no folder that a group could be bound to', async () => {
    const admin = await callerOf(services, 'admin');
    await services.groups.create('klasse', {}, undefined);
    await expect(services.organizations.bind(admin, 'klasse', folder.id)).rejects.toMatchObject(missing);
    const inArea = await services.sessionScopes.enter('admin', 'safe');
    await expect(services.organizations.bind(inArea, 'klasse', folder.id)).rejects.toMatchObject({
      code: 'BadRequest',
    });
    await expect(services.organizations.create(inArea, 'schule', {})).rejects.toMatchObject({ code: 'BadRequest' });
  });

  test('keeps the home folder in it from being deleted or renamed', async () => {
    const refused = { code: 'BadRequest' };
    await expect(services.removals.remove(inside, homeOf(inside), { archive: true })).rejects.toMatchObject(refused);
    const name = new Map([['cm:name', ['other']]]);
    await expect(services.nodes.updateProperties(inside, homeOf(inside), name, undefined)).rejects.toMatchObject(
      refused,
    );
  });
});
