// The business settings as they are stored. Everything on the server reads them with readBusiness.
import { type Business, businessSchema, DEFAULT_BUSINESS } from '../../domain/business.ts';
import type { Db } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

const DEFAULT_TEXT = JSON.stringify(businessSchema.parse(DEFAULT_BUSINESS));

/** The settings as stored. Equal settings have equal texts: the schema puts the keys in order. */
export const textOf = (business: Business): string => JSON.stringify(business);

/** The text of the settings; of the defaults if none are stored. */
export const storedText = (stored: string | null): string => stored ?? DEFAULT_TEXT;

/** Reads stored settings, or the defaults if `stored` is null. */
export const toBusiness = (stored: string | null): Business =>
  businessSchema.parse(JSON.parse(storedText(stored)));

const storedBusiness = prepare((db) => db.selectFrom('settings').select('business'));

/** The business settings as they are now. */
export async function readBusiness(db: Db): Promise<Business> {
  const row = await storedBusiness.first(db, {});
  return toBusiness(row?.business ?? null);
}
