import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { admin, anna, basic, bert } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { at, makeFile } from '../support/trees.ts';
import { endlessPdf, pdfOf } from '../support/written-documents.ts';

const hostileFiles = 40;

test('PDF files of one user that never end do not hold up the PDF of a colleague', async () => {
  const directory = await newSchoolDirectory();
  const server = await serveDirectory(directory, { 'texts.timeLimit': 'PT2S', 'previews.timeLimit': 'PT2S' });
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  try {
    const [owner, attacker, operator] = [anna, bert, admin].map((person) =>
      createClient(http.send, () => basic(person)),
    ) as [ReturnType<typeof createClient>, ReturnType<typeof createClient>, ReturnType<typeof createClient>];
    const mimeType = 'application/pdf';
    for (let index = 0; index < hostileFiles; index += 1) {
      await makeFile(attacker, endlessPdf(`${index}`), { mimeType });
    }
    const node = await makeFile(owner, pdfOf('Stundenplan'), { mimeType });
    while ((await owner.getTextContent(at(node))).state === 'waiting') await wait(50);
    // It was looked at. Whether the time was enough for it on a busy machine is not what this test is about.
    // All but those that were read before the colleague's, and the one that is being read.
    const { failed, waiting } = (await operator.getStatus()).texts;
    expect(failed).toBeLessThan(hostileFiles / 2);
    expect(waiting).toBeGreaterThanOrEqual(hostileFiles / 2);
  } finally {
    http.close();
    await server.close();
    await removeFolder(directory);
  }
});
