// The letter of a lesson as the tutor sees, changes, sends and previews it.
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import {
  describeLetter,
  type Letter,
  type LetterChanges,
  type LetterFacts,
  refuseLetterChange,
  saysSomething,
  sendsAtOnce,
} from '../../../domain/rooms/letter.ts';
import type { EmailPreview } from '../../../domain/tutor/settings.ts';
import { recordActivity } from '../../activity/activities.ts';
import { readAttending } from '../../booking/attending.ts';
import { factColumns } from '../../booking/lessons.ts';
import { withLesson } from '../../booking/locks.ts';
import { laterStart } from '../../booking/slips.ts';
import { renderEmail } from '../../email/render.ts';
import type { Sender } from '../../email/sender.ts';
import { type Context, transact } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { readSettings } from '../../settings/settings.ts';
import { lessonLetterEmail } from './letter-emails.ts';
import { letterBookings, readLetterParts } from './letter-parts.ts';
import { queueLetters, unsentBookings } from './send-letters.ts';

/** Throws lesson_not_found. */
export async function readLetter(db: Db, lessonId: string, now: number): Promise<Letter> {
  return describeLetter(await readFacts(db, lessonId), now);
}

async function readFacts(db: Db, lessonId: string): Promise<LetterFacts> {
  const row = await db
    .selectFrom('lessons')
    .select(['starts_at', 'moved_from', 'topic_id', 'letter_sentence', 'letter_off'])
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .select(({ fn }) => fn.min('letter_at').as('sent_at'))
        .whereRef('lesson_id', '=', 'lessons.id')
        .where('cancelled_at', 'is', null)
        .as('sent_at'),
    )
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('lesson_not_found');
  const { letters } = await readSettings(db);
  return {
    // Until a move is settled, nothing goes that must not go by one of the starts.
    starts_at: laterStart(row),
    hasTopic: row.topic_id !== null,
    sentence: row.letter_sentence,
    isOff: row.letter_off === 1 || !letters,
    sent_at: row.sent_at,
  };
}

/**
 * Changes the letter, and sends it if it is to go at once. Throws lesson_not_found,
 * lesson_not_over, letter_sent, too_late_to_send, sentence_changed if another sentence than
 * `sentence_before` is stored, or validation_failed for one that would say nothing.
 */
export async function changeLetter(
  context: Context<AdminActor>,
  lessonId: string,
  changes: LetterChanges,
): Promise<Letter> {
  const { sentence, sentence_before: before, state } = changes;
  return transact(context, (work) =>
    withLesson(work, lessonId, async (lesson) => {
      const { tx, now, actor } = work;
      if (lesson === null) throw new Refusal('lesson_not_found');
      const stored = await readFacts(tx, lessonId);
      const refusal = refuseLetterChange(stored, now);
      if (refusal !== null) throw new Refusal(refusal);
      // A call whose answer was lost has stored its own sentence already.
      if (before !== undefined && ![before, sentence].includes(stored.sentence))
        throw new Refusal('sentence_changed');
      const set = {
        ...(sentence === undefined ? {} : { letter_sentence: sentence }),
        ...(state === undefined ? {} : { letter_off: Number(state === 'off') }),
      };
      if (Object.keys(set).length > 0)
        await tx.updateTable('lessons').set(set).where('id', '=', lessonId).execute();
      const facts = await readFacts(tx, lessonId);
      const isSent = sendsAtOnce(facts, changes, now);
      if (state === 'sent' && !saysSomething(facts))
        throw fieldRefusal('sentence', 'validation_failed', NOTHING_TO_SAY);
      if (isSent) {
        const bookings = await unsentBookings(tx).where('lesson_id', '=', lessonId).execute();
        await queueLetters(work, new Map([[lessonId, lesson]]), bookings);
      }
      if (isSent || state === 'off' || state === 'planned')
        await recordActivity(work, {
          adminId: actor.id,
          kind: 'letter_changed',
          lessonId,
          detail: isSent ? 'sent' : state === 'off' ? 'off' : 'planned',
        });
      return readLetter(tx, lessonId, now);
    }),
  );
}

const NOTHING_TO_SAY = 'Write a sentence: this lesson has no topic.';

/**
 * The letter with this sentence, as the first parent of a student would get it now. Throws
 * lesson_not_found, or student_not_found if there is none about the student.
 */
export async function previewLetter(
  db: Db,
  sender: Sender,
  { lessonId, studentId, sentence }: { lessonId: string; studentId: string; sentence: string },
  now: number,
): Promise<EmailPreview> {
  const lesson = await db
    .selectFrom('lessons')
    .select(factColumns)
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  const bookings = await letterBookings(db)
    .where('lesson_id', '=', lessonId)
    .where('bookings.family_id', '=', (eb) =>
      eb.selectFrom('students').select('family_id').where('students.id', '=', studentId),
    )
    .execute();
  const [first] = bookings;
  if (first === undefined || !bookings.some((booking) => booking.student_id === studentId))
    throw new Refusal('student_not_found');
  const people = await readAttending(db, first.family_id);
  const parent = people.find(({ role }) => role === 'parent');
  const [part, ...others] = await readLetterParts(
    db,
    new Map([[lessonId, lesson]]),
    bookings,
    now,
    sentence,
  );
  if (parent === undefined || part === undefined) throw new Refusal('student_not_found');
  const message = lessonLetterEmail([part, ...others], parent, now);
  const { greeting } = await readSettings(db);
  return { subject: message.subject, ...(await renderEmail(message, { ...sender, greeting })) };
}
