import { openZip } from '../archives/zip-archive.ts';
import { textField } from '../fields.ts';
import type { ItemProblem } from '../item.ts';
import { inputName, inputStem, itemWith, listedSource } from '../listed-source.ts';
import { type Manifest, manifestPath, type PackageFormat, readManifest } from '../packages/manifest.ts';
import { unpackedItems } from '../packages/unpacked.ts';
import type { SourceInput, SourceKind, SourceOptions } from '../source.ts';

const shownProblems = 20;

/** The first warnings of the manifest, as it may list thousands of files. */
function problemsOf({ warnings }: Manifest): ItemProblem[] {
  const shown = warnings.slice(0, shownProblems);
  if (warnings.length > shownProblems) shown.push(`There are ${warnings.length - shownProblems} more such problems.`);
  return shown.map((why) => ({ severity: 'warning', column: manifestPath, why }));
}

async function openPackage(input: SourceInput, { unpack }: SourceOptions) {
  const archive = await openZip(input.path, input.text);
  try {
    const manifest = await readManifest(archive, input.text);
    const name = inputName(input);
    const title = manifest.title ?? inputStem(input);
    const { understoodAs, lom } = manifest;
    if (unpack === true) {
      const items = unpackedItems(archive, manifest, title, problemsOf(manifest));
      return listedSource({ understoodAs: `${understoodAs}, unpacked`, name, items, close: archive.close });
    }
    await archive.close();
    const others = lom?.fields.filter(({ property }) => property !== 'cclom:title') ?? [];
    const item = itemWith({
      where: name,
      key: manifest.identifier,
      name,
      fields: [...textField('cclom:title', 'title', [title]), ...others],
      content: { kind: 'file', path: input.path },
      problems: problemsOf(manifest),
    });
    return listedSource({ understoodAs, name, items: [item] });
  } catch (error) {
    await archive.close();
    throw error;
  }
}

async function hasFormat(input: SourceInput, format: PackageFormat): Promise<boolean> {
  if ((await input.entries())?.includes(manifestPath) !== true) return false;
  try {
    const archive = await openZip(input.path, input.text);
    return await readManifest(archive, input.text)
      .then(
        (manifest) => manifest.format === format,
        () => format === 'ims',
      )
      .finally(archive.close);
  } catch {
    // Opening it as the most general format says what is wrong.
    return format === 'ims';
  }
}

const kind = (name: PackageFormat, title: string): SourceKind => ({
  name,
  title,
  recognises: (input) => hasFormat(input, name),
  open: openPackage,
});

/** SCORM 1.2 and 2004. One file, or unpacked. */
export const scormSource = kind('scorm', 'SCORM package (ZIP)');
/** Common Cartridge. One file, or unpacked. */
export const commonCartridgeSource = kind('common-cartridge', 'Common Cartridge (ZIP)');
/** Other content packages of IMS. One file, or unpacked. */
export const imsSource = kind('ims', 'IMS content package (ZIP)');
