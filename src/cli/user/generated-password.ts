import { randomBytes } from 'node:crypto';
import { readablePassword, readablePasswordBytes } from '../../base/readable-password.ts';

/** A random password of four groups of four lower-case letters and digits, 80 bits. */
export const generatePassword = (): string => readablePassword(randomBytes(readablePasswordBytes));
