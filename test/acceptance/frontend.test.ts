import { expect, test } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';

const wrong = { authorization: 'Bearer wrong' };

withTransports(
  (school) => {
    const inLanguage = (locale: string) => school.withHeaders({ locale }).getFrontendLanguage();

    describeOperation('getFrontendValues', school, {
      effect: {
        'it has what the administrator has set, before anybody signs in': async () => {
          const values = { siteTitle: 'Unsere Schule', itemsPerRequest: 25, branding: true };
          expect(await school.nobody.getFrontendValues()).toEqual({ current: values, global: values });
        },
      },
      refusal: {
        'nobody is refused, not even with wrong credentials': async () => {
          const found = await school.withHeaders(wrong).getFrontendValues();
          expect(found).toEqual(await school.admin.getFrontendValues());
        },
      },
      badInput: {
        'a header that cannot be understood changes nothing': async () => {
          const odd = school.withHeaders({ authorization: 'Basic', locale: '../x' });
          await expectRefused(odd.getStatus(), 401);
          expect((await odd.getFrontendValues()).current['siteTitle']).toBe('Unsere Schule');
        },
      },
    });

    describeOperation('getFrontendVariables', school, {
      effect: {
        'it has what the administrator has set': async () => {
          const variables = { support: 'hilfe@schule.example' };
          expect(await school.nobody.getFrontendVariables()).toEqual({ current: variables, global: variables });
        },
      },
      refusal: {
        'nobody is refused, not even with wrong credentials': async () => {
          expect((await school.withHeaders(wrong).getFrontendVariables()).current).toHaveProperty('support');
        },
      },
      badInput: {
        'a locale that is none changes nothing': async () => {
          const found = await school.withHeaders({ locale: '../x' }).getFrontendVariables();
          expect(found.current).toEqual({ support: 'hilfe@schule.example' });
        },
      },
    });

    describeOperation('getDefaultLanguage', school, {
      effect: {
        'it has the texts of the administrator in the language of the header': async () => {
          const inAustria = await school.withHeaders({ locale: 'de-AT' }).getDefaultLanguage();
          expect(inAustria).toEqual({ 'LOGIN.TITLE': 'Anmelden', 'HELP.TITLE': 'Hülfe' });
          expect(await school.withHeaders({ locale: 'fr' }).getDefaultLanguage()).toEqual({});
        },
      },
      refusal: {
        'nobody is refused, not even with wrong credentials': async () => {
          expect(await school.withHeaders(wrong).getDefaultLanguage()).toHaveProperty(['HELP.TITLE'], 'Hilfe');
        },
      },
      badInput: {
        'a locale that is none means German': async () => {
          const odd = await school.withHeaders({ locale: '../x' }).getDefaultLanguage();
          expect(odd).toHaveProperty(['HELP.TITLE'], 'Hilfe');
        },
      },
    });

    describeOperation('getFrontendLanguage', school, {
      effect: {
        'the header selects the language; a region adds to it': async () => {
          const german = { 'LOGIN.TITLE': 'Anmelden', 'HELP.TITLE': 'Hilfe' };
          expect(await inLanguage('de_DE')).toEqual({ current: german, global: german, currentLanguage: 'de-DE' });
          expect((await inLanguage('de-AT')).current).toEqual({ ...german, 'HELP.TITLE': 'Hülfe' });
          expect(await school.nobody.getFrontendLanguage()).toMatchObject({ current: german, currentLanguage: 'de' });
        },
        'a language without texts has none': async () => {
          expect(await inLanguage('fr')).toEqual({ current: {}, global: {}, currentLanguage: 'fr' });
        },
      },
      refusal: {
        'nobody is refused, not even with wrong credentials': async () => {
          expect((await school.withHeaders(wrong).getFrontendLanguage()).currentLanguage).toBe('de');
        },
      },
      badInput: {
        'a locale that is none means German': async () => {
          for (const locale of ['', '../x', '__proto__', '1']) {
            expect((await inLanguage(locale)).currentLanguage, locale).toBe('de');
          }
        },
      },
    });
  },
  {
    overrides: {
      'repository.title': 'Unsere Schule',
      'limits.pageSize': '50',
      'frontend.values': '{ itemsPerRequest: 25, branding: true }',
      'frontend.variables': '{ support: hilfe@schule.example }',
      'frontend.language': '{ de: { LOGIN.TITLE: Anmelden, HELP.TITLE: Hilfe }, de-AT: { HELP.TITLE: Hülfe } }',
    },
  },
);

withTransports((school) => {
  test('a repository without settings for front ends has its title and its page size', async () => {
    expect((await school.nobody.getFrontendValues()).global).toEqual({
      siteTitle: 'edu-repo',
      itemsPerRequest: 10_000,
    });
    expect(await school.nobody.getFrontendVariables()).toEqual({ current: {}, global: {} });
  });
});
