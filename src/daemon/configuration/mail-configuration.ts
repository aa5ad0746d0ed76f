import { z } from 'zod';
import { parseSender } from '../../adapters/mail/mail-address.ts';
import { host } from './host.ts';
import { secretSetting } from './secrets.ts';

const sender = z
  .string()
  .refine((text) => parseSender(text) !== undefined, 'must be an address such as School <library@example.org>');

const server = z
  .strictObject({
    host: host.nullable().default(null),
    port: z.int().min(1).max(65_535).default(587),
    secure: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    allowSelfSigned: z.boolean().default(false),
    username: z.string().min(1).nullable().default(null),
    password: secretSetting.nullable().default(null),
  })
  .refine(({ username, password }) => (username === null) === (password === null), {
    error: 'needs both username and password, or neither of them',
  });

/** The block `mail`. */
export const MailConfiguration = z.strictObject({
  from: sender.default('edu-repo <noreply@localhost>'),
  server: server.prefault({}),
});

export type MailConfiguration = z.output<typeof MailConfiguration>;
