import { firstTarEntry, openTar } from '../archives/tar-archive.ts';
import { openZip } from '../archives/zip-archive.ts';
import { inputName, listedSource } from '../listed-source.ts';
import { backupPath, readBackup } from '../moodle/backup.ts';
import { courseItems } from '../moodle/course-items.ts';
import type { SourceInput, SourceKind } from '../source.ts';

/** Backups of Moodle are compressed TAR archives, and ZIP archives where an administrator chose that. */
const isTar = ({ beginning }: SourceInput): boolean => firstTarEntry(beginning) !== undefined;

/** A backup of a Moodle course, as a folder. Does not import what pupils did. */
export const moodleSource: SourceKind = {
  name: 'moodle',
  title: 'Moodle course backup (.mbz)',
  async recognises(input) {
    const first = firstTarEntry(input.beginning)?.replace(/^\.\//, '');
    if (first === '.ARCHIVE_INDEX' || first === backupPath) return true;
    if (first !== undefined) return /\.mbz$/i.test(input.path);
    return (await input.entries())?.includes(backupPath) === true;
  },
  async open(input, { signal }) {
    const archive = isTar(input)
      ? await openTar(input.path, input.text, signal)
      : await openZip(input.path, input.text);
    try {
      const { backup, broken } = await readBackup(archive, input.text);
      const items = courseItems(archive, backup, broken);
      return listedSource({
        understoodAs: `a backup of the Moodle course "${backup.title}" with ${backup.sections.length} sections`,
        name: backup.site === '' ? inputName(input) : `moodle ${backup.site}`,
        items,
        close: archive.close,
      });
    } catch (error) {
      await archive.close();
      throw error;
    }
  },
};
