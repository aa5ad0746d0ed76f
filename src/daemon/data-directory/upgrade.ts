import { writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { flattenContents } from '../../adapters/filesystem/flatten-contents.ts';
import type { Log } from '../../ports/log.ts';
import { dataDirectoryFormat, dataPaths, formatOf, markerText } from './data-directory.ts';

/**
 * Brings a data directory of an earlier program to the present format. An interrupted call can be repeated. Only the owner of the
 * directory may call it.
 */
export async function upgradeDataDirectory(dataDirectory: string, log: Log): Promise<void> {
  if ((await formatOf(dataDirectory)) >= dataDirectoryFormat) return;
  const { content, marker } = dataPaths(dataDirectory);
  log.info('The data directory is upgraded. Earlier versions of edu-repo cannot open it afterwards.', {
    format: dataDirectoryFormat,
  });
  await flattenContents(content);
  await writeDurably(marker, markerText());
}
