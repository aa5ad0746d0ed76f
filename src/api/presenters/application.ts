import type { z } from 'zod';
import type { Application, ApplicationEntries } from '../../contract/objects/authentication.ts';
import { appProperty } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';

export const presentApplication = (app: AppRecord): z.output<typeof Application> => Object.fromEntries(app.properties);

export const presentApplications = (apps: readonly AppRecord[]): z.output<typeof ApplicationEntries> =>
  apps.map((app) => ({
    id: app.id,
    title: appProperty(app, 'appcaption') ?? app.id,
    type: appProperty(app, 'type') ?? '',
    properties: presentApplication(app),
  }));
