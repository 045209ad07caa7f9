// Enquiries: their rows, and the list for the tutor.
import {
  type Enquiry,
  type EnquiryChanges,
  MAX_ENQUIRIES_LISTED,
} from '../../domain/enquiries/enquiry-list.ts';
import { answerDueAt, type EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { sayYear, yearAt } from '../../domain/school-year.ts';
import { MINUTE_MS, toIso } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { newId } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { listNextOfCourse } from '../lessons/next-lessons.ts';
import type { ContactMarks } from '../people/contact-marks.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { readSettings } from '../settings/settings.ts';
import { enquiryReceivedEmail, newEnquiryEmail } from './emails.ts';

/**
 * How long after marking an enquiry answered by mistake the tutor can undo it; the promised time
 * then counts on.
 */
export const ANSWER_UNDO_MINUTES = 10;

interface NewEnquiry {
  /** The family that sent it, if known. */
  familyId: string | null;
  marks: ContactMarks;
  note?: string;
}

/**
 * Inserts an enquiry, with its family if known, and queues the emails about it. Without
 * `year_said_in`, its year was said now. Returns its id.
 */
export async function insertEnquiry(
  work: Work,
  form: EnquiryForm & { year_said_in?: number },
  { familyId, marks, note = '' }: NewEnquiry,
): Promise<string> {
  const { tx, now } = work;
  const id = newId();
  const { response_hours } = (await readSettings(tx)).business;
  const row = { ...sayYear(form.year_class, now), ...form, created_at: now };
  await tx
    .insertInto('enquiries')
    .values({
      id,
      ...row,
      ...marks,
      note,
      answer_hours: response_hours,
      family_id: familyId,
    })
    .execute();
  const ofToday = { ...form, year_class: yearAt(row, now) };
  const lessons = await listNextOfCourse(tx, { year: ofToday.year_class, now });
  const due = answerDueAt(now, response_hours);
  const hasAccount = familyId !== null;
  await queueEmail(work, enquiryReceivedEmail(id, ofToday, { due, lessons, hasAccount }));
  await queueForAdmins(work, (adminEmail) => newEnquiryEmail(id, ofToday, { due, adminEmail }));
  return id;
}

const enquiryRows = (db: Db) =>
  db
    .selectFrom('enquiries')
    .leftJoin('enquiry_invitations', 'enquiry_id', 'enquiries.id')
    .select([
      'enquiries.id as id',
      'name',
      'email',
      'mobile',
      'year_class',
      'year_said_in',
      'created_at',
      'status',
      'note',
      'answer_hours',
      'answered_at',
      'sent_at',
      'expires_at',
      'lesson_id',
    ]);

type EnquiryRow = Omit<Enquiry, 'created_at' | 'answer_due_at' | 'answered_at' | 'invitation'> & {
  readonly created_at: number;
  readonly answer_hours: number;
  readonly answered_at: number | null;
  readonly sent_at: number | null;
  readonly expires_at: number | null;
  readonly lesson_id: string | null;
};

function toEnquiry({ answer_hours, sent_at, expires_at, lesson_id, ...row }: EnquiryRow): Enquiry {
  return {
    ...row,
    created_at: toIso(row.created_at),
    answer_due_at: toIso(answerDueAt(row.created_at, answer_hours)),
    answered_at: row.answered_at === null ? null : toIso(row.answered_at),
    invitation:
      sent_at === null || expires_at === null
        ? null
        : { sent_at: toIso(sent_at), expires_at: toIso(expires_at), Lesson_ID: lesson_id },
  };
}

/** One enquiry as the tutor sees it. Throws not_found. */
export async function readEnquiry(db: Db, id: string): Promise<Enquiry> {
  const row = await enquiryRows(db).where('enquiries.id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknownEnquiryRefusal();
  return toEnquiry(row);
}

/** Locks those enquiries that the caller adds: a write that changes nothing. */
export const lockQuery = (tx: Tx) =>
  tx.updateTable('enquiries').set((eb) => ({ email: eb.ref('email') }));

/** Locks an enquiry until the commit. Throws not_found. */
export async function lockEnquiry({ tx }: Work, id: string): Promise<Enquiry> {
  const locked = await lockQuery(tx).where('id', '=', id).executeTakeFirstOrThrow();
  if (locked.numUpdatedRows === 0n) throw unknownEnquiryRefusal();
  return readEnquiry(tx, id);
}

/**
 * Sets state and note. The first change from `new` counts as the answer for the response promise; a
 * change back within some minutes takes it back, unless an invitation was sent. Throws not_found.
 */
export async function updateEnquiry(
  context: Context<AdminActor>,
  id: string,
  { status, note }: EnquiryChanges,
): Promise<Enquiry> {
  return transact(context, async (work) => {
    const { numUpdatedRows } = await work.tx
      .updateTable('enquiries')
      .set((eb) => ({
        ...(status === undefined ? {} : { status }),
        ...(note === undefined ? {} : { note }),
        answered_at:
          status === undefined || status === 'new'
            ? eb.ref('answered_at')
            : eb.fn.coalesce('answered_at', eb.val(work.now)),
      }))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw unknownEnquiryRefusal();
    if (status === 'new') await takeAnswerBack(work, id);
    const enquiry = await readEnquiry(work.tx, id);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'enquiry_updated',
      enquiryId: id,
      detail: enquiry.status,
    });
    return enquiry;
  });
}

const UNDO_MS = ANSWER_UNDO_MINUTES * MINUTE_MS;

/** The response promise runs on as if a recent answer had never been marked. */
async function takeAnswerBack({ tx, now }: Work, id: string): Promise<void> {
  await tx
    .updateTable('enquiries')
    .set({ answered_at: null })
    .where('id', '=', id)
    .where('answered_at', '>=', now - UNDO_MS)
    .where('invited_at', 'is', null)
    .execute();
}

const unknownEnquiryRefusal = () =>
  new Refusal('not_found', { message: 'This enquiry no longer exists.' });

/**
 * Marks the enquirer as answered, which stops the clock of the response promise. The caller has
 * locked the enquiry.
 */
export async function markContacted({ tx, now }: Work, id: string): Promise<void> {
  await tx
    .updateTable('enquiries')
    .set((eb) => ({
      status: 'contacted',
      answered_at: eb.fn.coalesce('answered_at', eb.val(now)),
    }))
    .where('id', '=', id)
    .execute();
}

/** Unanswered enquiries, oldest first. */
export async function listUnansweredEnquiries(db: Db): Promise<Enquiry[]> {
  const rows = await enquiryRows(db)
    .where('answered_at', 'is', null)
    .orderBy('created_at')
    .limit(MAX_ENQUIRIES_LISTED)
    .execute();
  return rows.map(toEnquiry);
}

/** The latest enquiries, newest first, and their total number. */
export async function listEnquiries(db: Db): Promise<{ customers: Enquiry[]; total: number }> {
  const rows = await enquiryRows(db)
    .orderBy('created_at', 'desc')
    .orderBy('enquiries.id', 'desc')
    .limit(MAX_ENQUIRIES_LISTED)
    .execute();
  const customers = rows.map(toEnquiry);
  // Counting reads the whole index, so it only runs if the list is not complete.
  return {
    customers,
    total: rows.length < MAX_ENQUIRIES_LISTED ? rows.length : await countEnquiries(db),
  };
}

async function countEnquiries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
