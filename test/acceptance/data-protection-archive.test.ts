import { beforeAll, describe, expect, test } from 'vitest';
import {
  enabledExports,
  exportOf,
  fileOf,
  fillSevenAreas,
  type SevenAreas,
  unpacked,
} from '../support/data-exports.ts';
import { anna, carla } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';

withTransports(
  (school) => {
    describe('the archive of a person with something in all seven areas', () => {
      let areas: SevenAreas;
      let files: ReadonlyMap<string, Buffer>;
      let name: string;

      beforeAll(async () => {
        areas = await fillSevenAreas(school, { anna, carla });
        const finished = await exportOf(school.anna, school.admin);
        name = finished.nodeEntry.node.name;
        files = await unpacked(await fileOf(school.anna, finished));
      });

      const jsonAt = (path: string): Record<string, unknown> => JSON.parse(String(files.get(path)));

      test('has one folder for each node, with its files', () => {
        console.log(
          name,
          areas,
          [...files.keys()].sort(),
          String(files.get('index.html')),
          String(files.get('index/home-1.html')),
          jsonAt('home/Plan.txt/Plan.txt.json'),
        );
        expect(name).toMatch(/^\d{6}_dataprotectioninfo_edu-repo\.zip$/);
      });
    });
  },
  { only: ['TCP'], overrides: enabledExports },
);
