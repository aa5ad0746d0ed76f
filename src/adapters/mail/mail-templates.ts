import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { packageFolder } from '../../base/package-files.ts';
import { fillIn } from '../../base/placeholders.ts';
import type { MailTemplates } from '../../ports/mailer.ts';
import { TemplateError } from '../../ports/report-writer.ts';
import { type MailTemplateTexts, readMailTemplate } from './mail-template-text.ts';
import { singleLine } from './single-line.ts';

export interface MailTemplatesOptions {
  /** Has a file `<name>.yaml` for each template. */
  readonly folder: string;
  /** The folder as messages name it, such as `mail`. */
  readonly displayedFolder: string;
}

const shippedFolder = fileURLToPath(new URL('data-template/mail', packageFolder));

const nameForm = /^[a-z0-9][a-z0-9-]*$/;

/** Undefined if there is no such file. */
async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    // A named pipe must not block the repository.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await file.stat();
      if (!facts.isFile() && !facts.isDirectory()) throw new NotARegularFile(path);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function readText(path: string, displayedName: string): Promise<string | undefined> {
  const bytes = await readBytes(path).catch((error: unknown) => {
    throw new TemplateError(displayedName, `it cannot be read: ${messageOf(error)}`, { cause: error });
  });
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) throw new TemplateError(displayedName, 'it is not UTF-8. Save it in this encoding');
  return bytes.toString('utf8');
}

/** The texts of a template without mistakes. */
function textsOf(text: string, displayedName: string, names: readonly string[]): MailTemplateTexts {
  const reading = readMailTemplate(text, displayedName, names);
  if ('texts' in reading) return reading.texts;
  const [first, ...rest] = reading.mistakes;
  const messages = [first.message, ...rest.map(({ location, message }) => `${location}: ${message}`)];
  throw new TemplateError(first.location, messages.join('; '));
}

/**
 * Reads the templates of the data directory, and the shipped ones where it has none. Reads a file again for each mail, since an
 * administrator may have edited it.
 */
export function createMailTemplates({ folder, displayedFolder }: MailTemplatesOptions): MailTemplates {
  const read = async (name: string, names: readonly string[]): Promise<MailTemplateTexts> => {
    if (!nameForm.test(name)) throw new TypeError(`"${name}" is not the name of a template.`);
    const file = `${name}.yaml`;
    const places = [
      { path: join(folder, file), displayedName: `${displayedFolder}/${file}` },
      { path: join(shippedFolder, file), displayedName: `data-template/mail/${file}` },
    ];
    for (const { path, displayedName } of places) {
      const text = await readText(path, displayedName);
      if (text !== undefined) return textsOf(text, displayedName, names);
    }
    throw new TemplateError(`${displayedFolder}/${file}`, 'the template does not exist. Create the file');
  };
  return {
    async fill(name, values) {
      const lines = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, singleLine(value)]));
      const { subject, text, html } = await read(name, Object.keys(values));
      return {
        subject: singleLine(fillIn(subject, lines, String)),
        text: fillIn(text, lines, String),
        html: fillIn(html, lines, escapeHtml),
      };
    },
  };
}
