import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';

const repository = '-home-';

/** What is saved is in force a moment later. */
const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 50 });

function filesOf(school: School) {
  const folder = (): string => join(school.dataDirectory, 'metadata-sets');
  return {
    folder,
    file: (name: string): string => join(folder(), name),
    write: (name: string, text: string): Promise<void> => writeFile(join(folder(), name), text),
    names: async (): Promise<string[]> =>
      (await school.anna.getMetadataSets({ repository })).metadatasets.map(({ id, name }) => `${id}: ${name}`),
    problems: async () => (await school.admin.getStatus()).metadataSets.problems,
  };
}

const physics = (name: string): string => `name: ${name}\nfields:\n  - property: ccm:taxonid\n    caption: Fach\n`;

withTransports(
  (school) => {
    describe('metadata sets in files', () => {
      describeFiles(school);
    });
  },
  { only: ['TCP'] },
);

function describeFiles(school: School): void {
  const { file, folder, write, names, problems } = filesOf(school);

  test('init brings the default set and its value lists', async () => {
    expect(await readdir(folder())).toEqual(expect.arrayContaining(['default.yaml', 'values']));
    expect((await stat(file('default.yaml'))).mode & 0o777).toBe(0o600);
    expect(await problems()).toEqual([]);
  });

  test('a new set comes in by itself, is changed and goes', async () => {
    await write('physik.yaml', physics('Physik'));
    await eventually(async () => expect(await names()).toContain('physik: Physik'));
    await write('physik.yaml', physics('Mehr Physik'));
    await eventually(async () => expect(await names()).toContain('physik: Mehr Physik'));
    // As editors save: a new file in the place of the old one.
    await write('.physik.tmp', physics('Noch mehr'));
    await rename(file('.physik.tmp'), file('physik.yaml'));
    await eventually(async () => expect(await names()).toContain('physik: Noch mehr'));
    await rm(file('physik.yaml'));
    await eventually(async () => expect((await names()).join()).not.toContain('physik'));
    await expectRefused(school.anna.getMetadataSet({ repository, metadataset: 'physik' }), 404, /no metadata set/);
  });

  test('sets that come to inherit in a circle are told with their lines, and their last good state stays', async () => {
    await write('trip.yaml', 'name: Trip\n');
    await write('round.yaml', 'name: Round\ninherits: trip\n');
    await eventually(async () => expect(await names()).toEqual(expect.arrayContaining(['trip: Trip', 'round: Round'])));
    await write('trip.yaml', 'name: Other\ninherits: round\n');
    const told = async () => (await problems()).map(({ place, message }) => `${place.split('/').at(-1)}: ${message}`);
    await eventually(async () =>
      expect(await told()).toEqual([
        'round.yaml:2: it inherits from itself: round → trip → round',
        'trip.yaml:2: it inherits from itself: trip → round → trip',
      ]),
    );
    expect(await names()).toEqual(expect.arrayContaining(['trip: Trip', 'round: Round']));
    await write('trip.yaml', 'name: Other\n');
    await eventually(async () => expect(await names()).toContain('trip: Other'));
    expect(await problems()).toEqual([]);
    await write('self.yaml', 'name: Self\ninherits: self\n');
    await eventually(async () => expect(await told()).toEqual(['self.yaml:2: it inherits from itself: self → self']));
    expect(await names()).toContain('self: Self');
    for (const name of ['trip', 'round', 'self']) await rm(file(`${name}.yaml`));
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('a set or value list of 0 bytes is told with its line, and its last good state stays', async () => {
    await write('rooms.yaml', 'fields: [{ property: ccm:room, values: rooms }]\n');
    await write('values/rooms.yaml', 'entries: [{ key: r1, caption: Raum 1 }]\n');
    const keys = async () => {
      const call = { repository, metadataset: 'rooms', body: { property: 'ccm:room' } };
      return (await school.anna.getValues(call)).values.map(({ key }) => key);
    };
    await eventually(async () => expect(await keys()).toEqual(['r1']));
    for (const name of ['values/rooms.yaml', 'rooms.yaml'])
      for (const text of ['', '# nothing yet\n']) {
        const before = await readFile(file(name), 'utf8');
        await write(name, text);
        await eventually(async () =>
          expect(await problems()).toMatchObject([
            { place: `${file(name)}:1`, message: expect.stringMatching(/^it is empty/) },
          ]),
        );
        expect(await keys()).toEqual(['r1']);
        await write(name, before);
        await eventually(async () => expect(await problems()).toEqual([]));
      }
    await rm(file('rooms.yaml'));
    await rm(file('values/rooms.yaml'));
  });

  test('a value list is in force as soon as it is saved', async () => {
    const keysOf = async () => {
      const call = { repository, metadataset: 'rooms', body: { property: 'ccm:room' } };
      return (await school.anna.getValues(call)).values.map(({ key }) => key);
    };
    await write('rooms.yaml', 'fields: [{ property: ccm:room, values: rooms }]\n');
    await write('values/rooms.yaml', 'entries: [A1, A2]\n');
    await eventually(async () => expect(await keysOf()).toEqual(['A1', 'A2']));
    await write('values/rooms.yaml', 'entries:\n- A1\n- key: B1\n  caption: Bühne\n');
    await eventually(async () => expect(await keysOf()).toEqual(['A1', 'B1']));
    await rm(file('rooms.yaml'));
    await rm(file('values/rooms.yaml'));
  });

  test('synonyms are found as soon as the list is saved', async () => {
    const node = await makeFile(school.anna, 'Ein Dings zum Thema Wald', { name: 'wald.txt' });
    const criteria = [{ property: 'ngsearchword', values: ['Zeugs'] }];
    const search = { repository, metadataset: '-default-', query: 'ngsearch', body: { criteria } };
    const found = async (): Promise<string[]> => (await school.anna.searchBySet(search)).nodes.map(({ ref }) => ref.id);
    expect(await found()).toEqual([]);
    const list = join('values', 'search-synonyms.yaml');
    const shipped = await readFile(file(list), 'utf8');
    await write(list, `id: search-synonyms\nentries:\n  - { key: x, caption: Dings, synonyms: { de: [Zeugs] } }\n`);
    await eventually(async () => expect(await found()).toEqual([node.ref.id]));
    await write(list, 'entries: [');
    await eventually(async () => expect(await problems()).toHaveLength(1));
    expect(await found()).toEqual([node.ref.id]);
    await write(list, shipped);
    await eventually(async () => expect(await found()).toEqual([]));
    expect(await problems()).toEqual([]);
  });

  test('a broken file keeps the last good set in force, status tells where it is broken, and mended it comes in', async () => {
    await write('chemie.yaml', physics('Chemie'));
    await eventually(async () => expect(await names()).toContain('chemie: Chemie'));
    for (const [text, place, message] of [
      ['name: "Chemie\nfields: []\n', /chemie\.yaml:\d+:\d+$/, /quote/],
      ['nmae: Chemie\n', /chemie\.yaml:1:7$/, /nmae is not a valid key here; the nearest one is name/],
      [
        'fields:\n  - property: a\n    multiple: 3\n',
        /chemie\.yaml:3:15$/,
        /fields\.0\.multiple must be true or false/,
      ],
      ['id: other\n', /chemie\.yaml$/, /name the file other\.yaml/],
      ['- a\n', /chemie\.yaml/, /must be a map with keys such as /],
      ['', /chemie\.yaml/, /must be a map with keys such as /],
    ] as const) {
      await write('chemie.yaml', text);
      await eventually(async () => {
        const [problem] = await problems();
        expect(problem?.message, text).toMatch(message);
        expect(problem?.place).toMatch(place);
        expect(problem?.meanwhile).toMatch(/before stays in use/);
      });
      expect(await names()).toContain('chemie: Chemie');
    }
    await write('chemie.yaml', physics('Neue Chemie'));
    await eventually(async () => expect(await names()).toContain('chemie: Neue Chemie'));
    expect(await problems()).toEqual([]);
    await rm(file('chemie.yaml'));
    await eventually(async () => expect((await names()).join()).not.toContain('chemie'));
  });

  test('what does not fit together is told, and the rest is in force', async () => {
    await write(
      'fit.yaml',
      'inherits: defualt\nfields: [{ property: a, values: licencs }]\ngroups: [{ id: io, views: [x] }]\n',
    );
    await write('twice.yaml', 'aliases: [default, mds, trips]\nviews: [{ id: v }, { id: v }]\n');
    await eventually(async () => {
      const told = (await problems()).map(({ place, message }) => `${place.split('/').at(-1)}: ${message}`);
      expect(told).toEqual([
        'fit.yaml: it inherits from defualt, which is not a metadata set; did you mean default?',
        'fit.yaml: a refers to licencs, which is not a value list; did you mean licences?',
        'fit.yaml: the group io refers to the view x, which does not exist; none is defined',
        'twice.yaml: the view v is defined more than once; clients may use either',
        'twice.yaml: its alias default is also a name of the set default',
        'twice.yaml: its alias mds is reserved for the set default',
      ]);
    });
    for (const metadataset of ['default', '-default-', 'mds']) {
      expect((await school.anna.getMetadataSet({ repository, metadataset })).mds.ref.id).toBe('default');
    }
    expect((await school.anna.getMetadataSet({ repository, metadataset: 'trips' })).mds.ref.id).toBe('twice');
    for (const name of ['fit', 'twice']) await rm(file(`${name}.yaml`));
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('a value list tells its mistakes with their lines', async () => {
    await write(
      'values/wrong.yaml',
      'entries:\n  - a\n  - {"key":"b","parent":"z"}\n  - a\n  - key: c\n    captions: { de: C }\n  - {"key": 3, "caption": [1]}\n',
    );
    await eventually(async () => {
      const [problem] = await problems();
      const told = `${problem?.place} ${problem?.message}`;
      expect(told).toMatch(/wrong\.yaml:4\S* .*the key a is already in the list/);
      expect(told).toMatch(/wrong\.yaml:3\S*: the parent z is not a key of the list/);
      expect(told).toMatch(/wrong\.yaml:6\S*: entries\.3 captions is not a valid key here; the nearest one is caption/);
      expect(told).toMatch(/wrong\.yaml:7\S*: entries\.4\.caption must be a map of keys and values/);
      expect(problem?.meanwhile).toBe('The file is ignored.');
    });
    await rm(file('values/wrong.yaml'));
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('other files are let alone; those that may be meant as sets are named', async () => {
    await write('README.md', '# our sets');
    await write('.default.yaml.swp', '\0');
    await write('old.yml', 'name: x');
    await eventually(async () =>
      expect((await problems()).map(({ message }) => message)).toEqual(['its name does not end in .yaml']),
    );
    for (const name of ['README.md', '.default.yaml.swp', 'old.yml']) await rm(file(name));
  });

  test('without a file for it, the default set of the program is in force', async () => {
    const before = await readFile(file('default.yaml'));
    await rm(file('default.yaml'));
    await write('default.yaml', 'name: Unsere Schule\n');
    await eventually(async () => expect(await names()).toContain('default: Unsere Schule'));
    await rm(file('default.yaml'));
    await eventually(async () => expect(await names()).toContain('default: Unterrichtsmaterial'));
    await writeFile(file('default.yaml'), before);
  });

  test('the folder itself may go and come back', async () => {
    const kept = `${folder()}-kept`;
    await rename(folder(), kept);
    await eventually(async () => expect(await names()).toContain('default: Unterrichtsmaterial'));
    await mkdir(folder());
    await write('back.yaml', physics('Wieder da'));
    await eventually(async () => expect(await names()).toContain('back: Wieder da'));
    await rm(folder(), { recursive: true });
    await rename(kept, folder());
    await write('back.yaml', physics('Zurück'));
    await eventually(async () => expect(await names()).toContain('back: Zurück'));
    await rm(file('back.yaml'));
  });

  test('an older data directory without the folder has the default set, and is given the folder', async () => {
    await school.restart(() => rm(folder(), { recursive: true }));
    expect(await names()).toContain('default: Unterrichtsmaterial');
    await eventually(async () => expect(await readdir(folder())).toEqual([]));
    await write('later.yaml', physics('Später'));
    await eventually(async () => expect(await names()).toContain('later: Später'));
  });

  test('a set that is broken at the start is left out and told; the default set of the program takes its place', async () => {
    await school.restart(async () => {
      await write('default.yaml', 'name: [');
      await write('later.yaml', 'name: {');
    });
    expect(await names()).toEqual(['default: Unterrichtsmaterial', 'university: Material für Hochschulen']);
    expect((await problems()).map(({ meanwhile }) => meanwhile)).toEqual([
      'The one that comes with the program is in use instead.',
      'The file is ignored.',
    ]);
    await rm(file('default.yaml'));
    await rm(file('later.yaml'));
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('what cannot be read at all is told like a broken file', async () => {
    await mkdir(file('secret.yaml'));
    await eventually(async () => expect((await problems())[0]?.message).toMatch(/cannot be read.*EISDIR/));
    await rm(file('secret.yaml'), { recursive: true });
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('a value list of a hundred thousand entries holds nobody up', async () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => `  - {"key":"k${at}","caption":{"de":"Wort ${at}"}}\n`);
    await write('large.yaml', 'fields: [{ property: ccm:large, values: large }]\n');
    await mkdir(file('values'));
    await write('values/large.yaml', `entries:\n${entries.join('')}`);
    const ask = (pattern: string) =>
      school.anna.getValues({ repository, metadataset: 'large', body: { property: 'ccm:large', pattern } });
    await vi.waitFor(async () => expect((await ask('wort 99999')).values).toHaveLength(1), { timeout: 120_000 });
    expect((await ask('9999')).values.map(({ key }) => key).slice(0, 2)).toEqual(['k9999', 'k19999']);
    expect((await ask('-all-')).values).toHaveLength(100_000);
    const { widgets, mds } = await school.anna.getMetadataSet({ repository, metadataset: 'large' });
    expect(widgets).toMatchObject([{ id: 'ccm:large', hasValues: true, values: null }]);
    expect(JSON.stringify(mds).length).toBeLessThan(10_000);
    await rm(file('large.yaml'));
    await rm(file('values/large.yaml'));
  });
}
