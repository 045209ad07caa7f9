// The account of an admin, and how the first one comes about.
import * as z from 'zod/mini';

import { email, linkToken, password, personName } from '../text.ts';

export const newAdminSchema = z.object({ email, name: personName('Name'), password });
export type NewAdmin = z.infer<typeof newAdminSchema>;

/** The first admin, with the token of the address that the server shows to its operator. */
export const setupSchema = z.extend(newAdminSchema, { token: linkToken });
export type Setup = z.infer<typeof setupSchema>;
