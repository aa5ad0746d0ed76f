import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import sharp from 'sharp';
import { program, startDaemon } from '../faults/daemon-process.ts';
import { openBrowser } from './browser.ts';
import { removeFolder, temporaryFolder } from './repository.ts';

/** Where README.md and the guide for teachers show them. */
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const person = { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: 'Unterricht: 7 gute Stunden' };

const material = fileURLToPath(new URL('../../data-template/sample-material', import.meta.url));

/** The pages, each by the name of its picture, and what a person types or chooses there. */
const pages = {
  start: ['/', undefined],
  search: ['/search?q=photosynthese+klasse+8', undefined],
  node: ['/search?q=photosynthese', 'Photosynthese – Stundenentwurf'],
} as const;

/** Makes a repository with the sample material of a teacher, and writes pictures of its pages to docs/pictures. */
async function write(): Promise<void> {
  const data = await temporaryFolder();
  const daemon = await startDaemon({ dataDirectory: join(data, 'data') });
  const { origin } = new URL(daemon.url);
  const browser = await openBrowser(origin);
  try {
    const profile = { firstName: 'Anna', lastName: 'Schmidt', email: 'anna@school.example.org' };
    const password = person.EDU_REPO_PASSWORD;
    await daemon.client.createPerson({ repository: '-home-', person: 'anna', password, body: profile });
    await execa('node', [program, 'import', material, '--url', daemon.url], { env: person });
    const page = await browser.newPage({ width: 1100, height: 620 });
    await page.goto(`${origin}/sign-in`);
    await page.fill('#userName', person.EDU_REPO_USER);
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/`);
    for (const [name, [path, link]] of Object.entries(pages)) {
      await page.goto(origin + path);
      if (link !== undefined) await page.getByRole('link', { name: link }).first().click();
      await page.waitForLoadState('networkidle');
      const picture = sharp(await page.screenshot()).png({ palette: true, colours: 64, effort: 10 });
      await picture.toFile(join(folder, `${name}.png`));
    }
  } finally {
    await browser.close();
    await daemon.stop();
    await removeFolder(data);
  }
}

await write();
