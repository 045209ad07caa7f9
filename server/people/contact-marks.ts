// The marks of people and enquiries: hashes of their addresses and phone numbers, computed when
// these are stored, so that no later call computes many at once.
import { Refusal } from '../../domain/errors.ts';
import { comparablePhone } from '../../domain/phone-numbers.ts';
import type { Db } from '../engine/database.ts';
import { fingerprintOf } from '../sessions/hashing.ts';

interface Contact {
  readonly email: string;
  /** Null for a person without a number. */
  readonly phone: string | null;
}

/** Columns of people and enquiries. Null while not computed, and for a number without a mark. */
export interface ContactMarks {
  readonly email_mark: string | null;
  readonly phone_mark: string | null;
}

export const NO_MARKS: ContactMarks = { email_mark: null, phone_mark: null };

const readSalt = async (db: Db): Promise<string> =>
  (await db.selectFrom('settings').select('salt').executeTakeFirstOrThrow()).salt;

async function emailMarkOf(db: Db, email: string, caller: string): Promise<string> {
  return fingerprintOf(`email ${email}`, await readSalt(db), caller);
}

/** Null for a number that is too short to identify a person. */
async function phoneMarkOf(db: Db, phone: string, caller: string): Promise<string | null> {
  const number = comparablePhone(phone);
  return number === null ? null : fingerprintOf(`phone ${number}`, await readSalt(db), caller);
}

/**
 * Computes the marks of a contact. Slow, so never call it within a transaction. `caller` is the
 * account or the network whose share of the queue this takes. Throws service_unavailable if too
 * many hashes are being computed.
 */
export async function marksOf(
  db: Db,
  { email, phone }: Contact,
  caller: string,
): Promise<ContactMarks> {
  // One after the other: a caller has one in the queue at a time.
  const email_mark = await emailMarkOf(db, email, caller);
  return { email_mark, phone_mark: phone === null ? null : await phoneMarkOf(db, phone, caller) };
}

/** Computes as marksOf does, but leaves the marks to a later call while the server is busy. */
export const marksUnlessBusy = (db: Db, contact: Contact, caller: string): Promise<ContactMarks> =>
  unlessBusy(marksOf(db, contact, caller), NO_MARKS);

export const emailMarkUnlessBusy = (
  db: Db,
  email: string,
  caller: string,
): Promise<string | null> => unlessBusy(emailMarkOf(db, email, caller), null);

export const phoneMarkUnlessBusy = (
  db: Db,
  phone: string,
  caller: string,
): Promise<string | null> => unlessBusy(phoneMarkOf(db, phone, caller), null);

async function unlessBusy<T>(marks: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await marks;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'service_unavailable') return otherwise;
    throw error;
  }
}

/** What a free lesson is granted to: a parent, and the enquiry that led to it, if any. */
export interface Grantee {
  readonly personId: string | null;
  readonly enquiryId: string | null;
}

/** Computes and stores those marks of a parent and an enquiry that are missing: four at most. */
export async function completeMarks(db: Db, grantee: Grantee, caller: string): Promise<void> {
  const { person, enquiry } = await readContacts(db, grantee);
  if (person !== undefined)
    await db
      .updateTable('people')
      .set(await missingMarks(db, person, caller))
      .where('id', '=', grantee.personId)
      .where('email', '=', person.email)
      .where('phone', 'is not distinct from', person.phone)
      .execute();
  if (enquiry !== undefined)
    await db
      .updateTable('enquiries')
      .set(await missingMarks(db, enquiry, caller))
      .where('id', '=', grantee.enquiryId)
      .execute();
}

async function missingMarks(
  db: Db,
  { email, phone, email_mark, phone_mark }: Contact & ContactMarks,
  caller: string,
): Promise<ContactMarks> {
  return {
    email_mark: email_mark ?? (await emailMarkOf(db, email, caller)),
    phone_mark: phone_mark ?? (phone === null ? null : await phoneMarkOf(db, phone, caller)),
  };
}

async function readContacts(db: Db, { personId, enquiryId }: Grantee) {
  const person = await db
    .selectFrom('people')
    .select(['email', 'phone', 'email_mark', 'phone_mark'])
    .where('id', '=', personId)
    .executeTakeFirst();
  const enquiry = await db
    .selectFrom('enquiries')
    .select(['email', 'mobile as phone', 'email_mark', 'phone_mark'])
    .where('id', '=', enquiryId)
    .executeTakeFirst();
  return { person, enquiry };
}

/** The marks of a parent and an enquiry; null if one is missing, which completeMarks adds. */
export async function readGrantMarks(tx: Db, grantee: Grantee): Promise<string[] | null> {
  const { person, enquiry } = await readContacts(tx, grantee);
  // The parent's come last: an enquiry with the same address or number needs none of its own.
  const marks = new Map([...listMarks(enquiry), ...listMarks(person)]);
  const present = [...marks.values()].filter((mark) => mark !== null);
  return present.length === marks.size ? present : null;
}

function listMarks(contact?: Contact & ContactMarks): [text: string, mark: string | null][] {
  if (contact === undefined) return [];
  const number = contact.phone === null ? null : comparablePhone(contact.phone);
  const email: [string, string | null] = [contact.email, contact.email_mark];
  return number === null ? [email] : [email, [number, contact.phone_mark]];
}
