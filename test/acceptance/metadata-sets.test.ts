import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';

const set = { repository: '-home-', metadataset: '-default-' };
const licence = 'ccm:commonlicense_key';
const level = 'ccm:educationalcontext';
const subject = 'ccm:taxonid';

const levelKey = (name: string): string => `http://w3id.org/openeduhub/vocabs/educationalContext/${name}`;

withTransports((school) => {
  describeList(school);
  describeGet(school);
  describeValues(school);
  describeValuesForKeys(school);
  describeSuggest(school);
});

const inLanguage = (school: School, locale: string) => school.withHeaders({ ...basic(anna), locale });

function describeList(school: School): void {
  describeOperation('getMetadataSets', school, {
    effect: {
      'the default set comes first, in the form of the contract and in the one that clients read': async () => {
        const { metadatasets } = await school.anna.getMetadataSets({ repository: '-home-' });
        expect(metadatasets[0]).toMatchObject({
          ref: { id: 'default' },
          isDefaultMds: true,
          id: 'default',
          name: 'Unterrichtsmaterial',
        });
        expect(metadatasets.filter(({ isDefaultMds }) => isDefaultMds)).toHaveLength(1);
        const english = await inLanguage(school, 'en_US').getMetadataSets({ repository: '-home-' });
        expect(english.metadatasets[0]?.name).toBe('Teaching material');
      },
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.getMetadataSets({ repository: '-home-' }), 401);
      },
    },
    badInput: {
      'an unknown repository is missing': async () => {
        await expectRefused(school.anna.getMetadataSets({ repository: 'elsewhere' }), 404, /elsewhere/);
      },
    },
  });
}

function describeGet(school: School): void {
  describeOperation('getMetadataSet', school, {
    effect: {
      'types, forms, views, lists and queries have the shape of the contract': async () => {
        const { mds } = await school.anna.getMetadataSet(set);
        expect(mds.ref.id).toBe('default');
        expect(mds.types.map(({ type }) => type)).toEqual(['ccm:io', 'ccm:map']);
        expect(mds.types[0]?.properties).toContainEqual({
          ...{ name: 'cclom:general_keyword', type: 'string', defaultValue: null, processtype: null, copyFrom: null },
          ...{ keyContenturl: null, concatewithtype: false, multiple: true },
        });
        expect(mds.queries.queries.map(({ criteriaboxid }) => criteriaboxid)).toEqual([
          'ngsearch',
          'collections',
          'workspace',
        ]);
        const form = mds.forms.find(({ id }) => id === 'io');
        const field = form?.panels.flatMap(({ properties }) => properties).find(({ name }) => name === level);
        expect(field).toMatchObject({ label: 'Bildungsstufe', multiple: true, hasValues: true, copyFrom: [] });
        expect(field?.values).toContainEqual({ key: levelKey('schule'), value: 'Schule' });
        expect(mds.lists.map(({ id }) => id)).toContain('workspace');
        expect(mds.views.map(({ id }) => id)).toContain('node_general');
      },
      'beside it stands what later clients read': async () => {
        const { mds, name, widgets, views, groups, lists, sorts } = await school.anna.getMetadataSet(set);
        expect(name).toBe('Unterrichtsmaterial');
        const widget = widgets.find(({ id }) => id === licence);
        expect(widget).toMatchObject({ caption: 'Lizenz', type: 'singleoption', hasValues: true });
        expect(widget?.values?.map(({ id }) => id)).toContain('CC_BY_SA');
        const levels = widgets.find(({ id }) => id === level)?.values;
        expect(levels?.find(({ id }) => id === levelKey('grundschule'))?.synonyms).toEqual([
          'Grundschule',
          'elementary school',
        ]);
        expect(levels?.find(({ id }) => id === levelKey('schule'))).not.toHaveProperty('synonyms');
        expect(views.find(({ id }) => id === 'node_general')?.html).toContain('<cclom:title>');
        expect(groups.find(({ id }) => id === 'io')?.views).toEqual(['node_general', 'node_education', 'node_rights']);
        expect(lists.map(({ id }) => id)).toEqual(mds.lists.map(({ id }) => id));
        expect(sorts.find(({ id }) => id === 'search')?.default).toEqual({ sortBy: 'score', sortAscending: false });
      },
      'captions come in the language of the header': async () => {
        for (const [locale, caption] of [
          ['en_EN', 'Level of education'],
          ['de_DE', 'Bildungsstufe'],
          ['fr_FR', 'Bildungsstufe'],
          ['', 'Bildungsstufe'],
          ['\\{}', 'Bildungsstufe'],
        ] as const) {
          const { widgets } = await inLanguage(school, locale).getMetadataSet(set);
          expect(widgets.find(({ id }) => id === level)?.caption, locale).toBe(caption);
        }
      },
      'the ids that clients in the field send mean the default set': async () => {
        for (const metadataset of ['default', '-default-', 'mds', 'mds_oeh']) {
          expect((await school.anna.getMetadataSet({ ...set, metadataset })).mds.ref.id).toBe('default');
        }
      },
      'a set that inherits has what it says itself and all else of its parent': async () => {
        const { mds, widgets } = await school.anna.getMetadataSet({ ...set, metadataset: 'university' });
        expect(mds.queries.queries.map(({ criteriaboxid }) => criteriaboxid)).toContain('ngsearch');
        const field = widgets.find(({ id }) => id === subject);
        expect(field).toMatchObject({ caption: 'Studienfach', type: 'multivalueTree' });
        expect(field?.values?.map(({ caption }) => caption)).toContain('Geisteswissenschaften');
      },
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.getMetadataSet(set), 401);
      },
    },
    badInput: {
      'an unknown set is told with the nearest one': async () => {
        for (const [metadataset, nearest] of [
          ['defualt', 'default'],
          ['mds_oer', 'mds_oeh'],
          ['__proto__', 'm'],
        ] as const) {
          const call = school.anna.getMetadataSet({ ...set, metadataset });
          await expectRefused(
            call,
            404,
            new RegExp(`no metadata set "${metadataset}"\\. The nearest one is "${nearest}`),
          );
        }
      },
    },
  });
}

function describeValues(school: School): void {
  const ask = (property: string, pattern?: string, query?: string) =>
    school.anna.getValues({ ...set, body: { property, pattern, query } });
  const captions = async (property: string, pattern?: string) =>
    (await ask(property, pattern)).values.map(({ displayString }) => displayString);

  describeOperation('getValues', school, {
    effect: {
      'every value of a list is found by an empty pattern and by -all-': async () => {
        const all = await captions(licence, '-all-');
        expect(all.length).toBeGreaterThan(10);
        for (const pattern of ['', undefined, '*', ' ']) expect(await captions(licence, pattern)).toEqual(all);
      },
      'what begins with the pattern comes before what only has it': async () => {
        const found = await captions(subject, 'de');
        expect(found[0]).toMatch(/^de/i);
        const begins = found.map((caption) => /^de/i.test(caption));
        expect(begins.lastIndexOf(true)).toBeLessThan(begins.length - 1);
        expect(begins.slice(0, begins.lastIndexOf(true) + 1)).not.toContain(false);
        expect(found.every((caption) => /de/i.test(caption))).toBe(false);
      },
      'case, accents and the spelling of umlauts do not count': async () => {
        for (const pattern of ['Französisch', 'FRANZÖSISCH', 'franzoesisch', 'franzosisch', 'zösi', 'französisch']) {
          expect(await captions('cclom:general_language', pattern), pattern).toEqual(['Französisch']);
        }
      },
      'keys are found as well, and so are long names and the values of a query': async () => {
        expect(await captions(licence, 'cc_by_nd')).toEqual(['CC BY-ND: Namensnennung, keine Bearbeitung']);
        const long = '{http://www.campuscontent.de/model/1.0}commonlicense_key';
        expect((await ask(long, 'PDM', 'ngsearch')).values.map(({ key }) => key)).toEqual(['PDM']);
      },
      'the contract has its place for them, too': async () => {
        const { mds, values } = await ask(level, 'primar', 'ngsearch');
        expect(values).toEqual([
          { key: levelKey('grundschule'), displayString: 'Primarstufe', replacementString: 'Primarstufe' },
        ]);
        expect(mds.ref.id).toBe('default');
        expect(mds.queries.queries[0]).toMatchObject({
          criteriaboxid: 'ngsearch',
          properties: [{ name: level, values: [{ key: levelKey('grundschule'), value: 'Primarstufe' }] }],
        });
      },
      'a property that takes any text has none': async () => {
        expect(await captions('cclom:title')).toEqual([]);
      },
      'the later form of the body, and the named one, ask the same': overHttp(async () => {
        const parameters = { query: 'ngsearch', property: level, pattern: 'PRIM' };
        for (const body of [parameters, { value: parameters }, { valueParameters: parameters, criteria: [] }]) {
          const { status, json } = await rawRequest(school.raw, {
            method: 'POST',
            path: '/mds/v1/metadatasets/-home-/mds/values',
            headers: { ...basic(anna), 'content-type': 'application/json', locale: 'en_EN' },
            body: JSON.stringify(body),
          });
          expect(status).toBe(200);
          expect(json()).toMatchObject({ values: [{ key: levelKey('grundschule'), displayString: 'primary school' }] });
        }
      }),
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.getValues({ ...set, body: { property: licence } }), 401);
      },
    },
    badInput: {
      'an unknown set, query or property is told with the nearest one': async () => {
        await expectRefused(ask('ccm:taxonids'), 400, /nearest one is "ccm:taxonid"/);
        await expectRefused(ask(licence, '', 'ngsaerch'), 404, /nearest one is "ngsearch"/);
        const elsewhere = school.anna.getValues({ ...set, metadataset: 'defalt', body: { property: licence } });
        await expectRefused(elsewhere, 404, /nearest one is "default"/);
      },
      'a body without a property is a mistake': overHttp(async () => {
        for (const body of ['{}', '{"valueParameters":{}}', '[]', '{"property":""}', '{"property":{}}', 'null', '']) {
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path: '/mds/v1/metadatasets/-home-/mds/values',
            headers: { ...basic(anna), 'content-type': 'application/json' },
            body,
          });
          expectRefusal(response, 400);
        }
      }),
    },
  });
}

function describeValuesForKeys(school: School): void {
  const ask = (property: string, body: string[]) => school.anna.getValuesForKeys({ ...set, property, body });
  describeOperation('getValuesForKeys', school, {
    effect: {
      'each key has its caption, in the order of the keys, and unknown ones are left out': async () => {
        const { values } = await ask(level, [
          levelKey('schule'),
          'nothing',
          levelKey('hochschule'),
          levelKey('schule'),
        ]);
        expect(values.map(({ displayString }) => displayString)).toEqual(['Schule', 'Hochschule']);
      },
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.getValuesForKeys({ ...set, property: level, body: [] }), 401);
      },
    },
    badInput: {
      'an unknown property is told with the nearest one': async () => {
        await expectRefused(ask('ccm:educationalkontext', []), 400, /nearest one is "ccm:educationalcontext"/);
      },
    },
  });
}

function describeSuggest(school: School): void {
  const suggest = (widget: string, caption: string) => school.anna.suggestValue({ ...set, widget, caption });
  describeOperation('suggestValue', school, {
    effect: {
      'what is called so in any language is found, also by another word for it': async () => {
        const value = { id: levelKey('grundschule'), caption: 'Primarstufe', alternativeIds: [] };
        for (const caption of ['primarstufe', 'Primary School', ' Grundschule ', levelKey('grundschule')]) {
          expect(await suggest(level, caption), caption).toMatchObject(value);
        }
      },
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.suggestValue({ ...set, widget: level, caption: 'Schule' }), 401);
      },
    },
    badInput: {
      'no value is added by it': async () => {
        await expectRefused(suggest(level, 'Kaffeekränzchen'), 400, /no value with the caption "Kaffeekränzchen"/);
        expect((await school.anna.getValues({ ...set, body: { property: level, pattern: 'kaffee' } })).values).toEqual(
          [],
        );
        await expectRefused(suggest('cclom:title', 'x'), 400, /no values to choose from/);
      },
    },
  });
}
