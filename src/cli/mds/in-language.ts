import type { Command } from 'commander';
import { type Client, createClient } from '../../client/client.ts';
import { specified } from '../connection/specified.ts';
import type { Context } from '../program/context.ts';

export interface LocaleFlag {
  readonly locale?: string;
}

export const localeOption = (command: Command): Command =>
  command.option(
    '--locale <locale>',
    'language of captions, such as de_DE or en_GB (default: language of the terminal)',
  );

/** The locale in the environment, read as the C library does: `de_DE` for `de_DE.UTF-8`; undefined if there is none. */
function localeOf(environment: Context['environment']): string | undefined {
  const value = ['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => specified(environment[name])).find(Boolean);
  const [locale] = (value ?? '').split('.');
  return locale === '' || locale === 'C' || locale === 'POSIX' ? undefined : locale;
}

/** A client that requests captions in the chosen language, or else in that of the terminal, or else as the server chooses. */
export async function clientInLanguage(context: Context, chosen: string | undefined): Promise<Client> {
  const { client, send } = await context.connect();
  const locale = specified(chosen) ?? localeOf(context.environment);
  return locale === undefined ? client : createClient(send, () => ({ locale }));
}

/** Clients that request captions in the language of the terminal, in German, and in English. */
export async function languageClients({ connect, environment }: Context): Promise<Client[]> {
  const { send } = await connect();
  const locales = new Set([localeOf(environment) ?? 'de_DE', 'de_DE', 'en_GB']);
  return [...locales].map((locale) => createClient(send, () => ({ locale })));
}
