import type { Command } from 'commander';
import { type Client, createClient } from '../../client/client.ts';
import { specified } from '../everyday/specified.ts';
import type { Context } from '../program/context.ts';

export interface LocaleFlag {
  readonly locale?: string;
}

export const localeOption = (command: Command): Command =>
  command.option('--locale <locale>', 'the language of captions (de_DE, en_GB); that of the terminal when left out');

/** The language of the terminal, as the C library finds it: `de_DE.UTF-8` is `de_DE`; undefined where it has none. */
export function localeOf(environment: Context['environment']): string | undefined {
  const value = ['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => specified(environment[name])).find(Boolean);
  const [locale] = (value ?? '').split('.');
  return locale === '' || locale === 'C' || locale === 'POSIX' ? undefined : locale;
}

/** A client that is answered in this language; without one, the server chooses. */
export async function clientInLanguage(context: Context, chosen: string | undefined): Promise<Client> {
  const { client, send } = await context.connect();
  const locale = specified(chosen) ?? localeOf(context.environment);
  return locale === undefined ? client : createClient(send, () => ({ locale }));
}
