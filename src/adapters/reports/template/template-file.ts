import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, systemErrorCode } from '../../../base/errors/errors.ts';
import { packageFolder } from '../../../base/package-files.ts';
import type { PlaceholderNames } from '../../../base/placeholders.ts';
import { TemplateError } from '../../../ports/report-writer.ts';
import { templateMistake } from './check-template.ts';

/** Where the template is in a data directory, unless the configuration names another file. */
export const defaultTemplatePath = 'html/dataprotection/report.html';

/** In bytes. A longer file is no template. */
const maxSize = 262_144;

export interface TemplateFile {
  /** The data directory. */
  readonly folder: string;
  /** From the configuration: relative to the data directory and inside of it, or absolute. */
  readonly path: string;
  readonly names: PlaceholderNames;
}

const unusable = (location: string, message: string, cause: unknown): TemplateError =>
  new TemplateError(location, message, { cause });

const isOutside = (folder: string, path: string): boolean => {
  const way = relative(folder, join(folder, path));
  return way === '..' || way.startsWith(`..${sep}`);
};

function fileOf({ folder, path }: TemplateFile): string {
  if (isAbsolute(path)) return path;
  if (!isOutside(folder, path)) return join(folder, path);
  throw new TemplateError(
    path,
    'The template of the report is outside of the data directory. Set templatePath to a path inside of it, or to an absolute path.',
  );
}

/** Administrators that deleted their copy, or have an older data directory, get the template of this release. */
const shippedFile = (): string => fileURLToPath(new URL(`data-template/${defaultTemplatePath}`, packageFolder));

async function existingFile(template: TemplateFile): Promise<string> {
  const file = fileOf(template);
  if (template.path !== defaultTemplatePath) return file;
  return await stat(file).then(
    () => file,
    (error: unknown) => (systemErrorCode(error) === 'ENOENT' ? shippedFile() : file),
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist. Create it, or correct templatePath in the configuration.',
  EISDIR: 'This is a folder. Set templatePath to a file.',
  EACCES: 'The repository may not read the file. Give its account the permission.',
};

async function bytesOf(template: TemplateFile): Promise<Buffer> {
  try {
    const file = await existingFile(template);
    const info = await stat(file);
    if (!info.isFile() && !info.isDirectory()) throw new Error('It is not a file');
    if (info.size > maxSize)
      throw new TemplateError(template.path, 'The file is larger than 256 KB. A template is smaller.');
    return await readFile(file);
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    const reason = reasons[systemErrorCode(error) ?? ''] ?? `The file cannot be read: ${messageOf(error)}.`;
    throw unusable(template.path, reason, error);
  }
}

function decoded(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    // The line of the first byte that is not UTF-8 shows as a replacement character in a decoder that accepts it.
    const before = bytes.toString('utf8').split('\ufffd')[0] ?? '';
    const line = before.split('\n').length;
    throw unusable(`${path}:${line}`, 'This line is not UTF-8. Save the file in the encoding UTF-8.', error);
  }
}

/** Reads the template and checks it. Throws `TemplateError`. */
export async function readTemplate(template: TemplateFile): Promise<string> {
  const text = decoded(await bytesOf(template), template.path);
  const mistake = templateMistake(text, template.names);
  if (mistake !== undefined) throw new TemplateError(`${template.path}:${mistake.line}`, mistake.message);
  return text;
}
