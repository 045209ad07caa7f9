// What the trap for bots has caught: kept for some days, listed for the tutor and restored.
import {
  canRestore,
  type CaughtFields,
  type CaughtForm,
  restoredNote,
  CAUGHT_FORMS,
} from '../../domain/enquiries/caught.ts';
import type { Enquiry } from '../../domain/enquiries/enquiry-list.ts';
import { enquiryFormSchema } from '../../domain/enquiries/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { isSamePhone } from '../../domain/phone-numbers.ts';
import { sayYear } from '../../domain/school-year.ts';
import { DAY_MS, toIso } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { newId } from '../base/ids.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { marksUnlessBusy } from '../people/contact-marks.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { findFamilyOf } from './enquire.ts';
import { insertEnquiry, readEnquiry } from './enquiries.ts';

const KEPT_MS = CAUGHT_FORMS.days * DAY_MS;

const columns = ['id', 'name', 'email', 'mobile', 'year_class', 'filled', 'created_at'] as const;

/** Stores a form that the trap has caught, without an email to anybody. */
export async function storeCaughtForm({ database: { db }, now }: Context, form: CaughtFields) {
  await db
    .insertInto('caught_enquiries')
    .values({ id: newId(), ...form, created_at: now })
    .execute();
}

/** The latest forms that were caught, newest first. */
export async function listCaughtForms(db: Db, now: number): Promise<CaughtForm[]> {
  const rows = await db
    .selectFrom('caught_enquiries')
    .select(columns)
    .where('created_at', '>', now - KEPT_MS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CAUGHT_FORMS.listed)
    .execute();
  return rows.map(({ created_at, ...form }) => ({
    ...form,
    created_at: toIso(created_at),
    can_restore: canRestore(form),
  }));
}

/**
 * Makes a form an enquiry of this moment, whose note says when it was sent. Throws not_found, or
 * validation_failed if the form would not have been accepted.
 */
export async function restoreCaughtForm(
  context: Context<AdminActor>,
  id: string,
): Promise<Enquiry> {
  const { db } = context.database;
  const caught = await db
    .selectFrom('caught_enquiries')
    .select(columns)
    .where('id', '=', id)
    .where('created_at', '>', context.now - KEPT_MS)
    .executeTakeFirst();
  if (caught === undefined) throw notCaught();
  const parsed = enquiryFormSchema.safeParse(caught);
  if (!parsed.success)
    throw new Refusal('validation_failed', {
      details: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    });
  const form = parsed.data;
  const contact = { email: form.email, phone: form.mobile };
  const marks = await marksUnlessBusy(db, contact, context.actor.id);
  return transact(context, async (work) => {
    const { tx, actor } = work;
    const { numDeletedRows } = await tx
      .deleteFrom('caught_enquiries')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // Another admin was faster, or the family has left.
    if (numDeletedRows === 0n) throw notCaught();
    const familyId = await findFamilyOf(tx, form);
    const note = restoredNote(toIso(caught.created_at));
    // The year was said when the form was sent.
    const stored = { ...form, ...sayYear(form.year_class, caught.created_at) };
    const enquiryId = await insertEnquiry(work, stored, { familyId, marks, note });
    await recordActivity(work, { adminId: actor.id, kind: 'enquiry_restored', enquiryId });
    return readEnquiry(tx, enquiryId);
  });
}

const notCaught = () => new Refusal('not_found', { message: 'This form is no longer kept.' });

/** Deletes what was caught before this instant. */
export async function deleteOldCaughtForms({ database: { db }, now }: Context): Promise<void> {
  await db
    .deleteFrom('caught_enquiries')
    .where('created_at', '<=', now - KEPT_MS)
    .execute();
}

interface FormSender {
  addresses: readonly string[];
  phone: string;
}

/**
 * What was caught from one of these addresses with this number: an address alone proves nothing.
 */
export async function listCaughtFormsOf(db: Db, { addresses, phone }: FormSender) {
  const rows = await db
    .selectFrom('caught_enquiries')
    .select(columns)
    .where('email', 'in', addresses)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter(({ mobile }) => isSamePhone(mobile, phone));
}

/** Deletes these forms, when their sender leaves. */
export async function eraseCaughtFormsOf({ tx }: Work, sender: FormSender): Promise<void> {
  const ids = (await listCaughtFormsOf(tx, sender)).map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('caught_enquiries').where('id', 'in', ids).execute();
}
