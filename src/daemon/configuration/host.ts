import { isIPv6 } from 'node:net';
import { z } from 'zod';

/** A host name or an IP address, as a socket takes it. Whether it exists is not checked. */
export const host = z
  .string()
  .refine(
    (text) => isIPv6(text) || /^[\p{L}\d._-]+$/u.test(text),
    'must be a host name or an IP address, without a port and without brackets',
  );
