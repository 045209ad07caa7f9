// The link "Can't come?" in reminders: what it reveals, what it may do, and how long.
import * as z from 'zod/mini';

import { lessonIdSchema } from '../entity-id.ts';
import { instant } from '../text.ts';
import { MINUTE_MS, toIso } from '../time.ts';
import { cancelDeadline } from './booking.ts';
import { nextLessonSchema } from './next-lesson.ts';

/** How long a parent can undo what the "Can't come?" link did. */
export const EXCUSE_UNDO_MINUTES = 10;
/** How often such a link can act, if each act is undone: each act sends emails. */
export const MAX_EXCUSES = 3;

/** Moves the booking, cancels it, or only tells the tutor that the student will be absent. */
export const excuseActs = ['move', 'cancel', 'tell'] as const;
export type ExcuseAct = (typeof excuseActs)[number];

const states = ['open', 'excused', 'moved', 'cancelled'] as const;
type ExcuseState = (typeof states)[number];

const stateAfter: Readonly<Record<ExcuseAct, ExcuseState>> = {
  move: 'moved',
  cancel: 'cancelled',
  tell: 'excused',
};

/** The token in the link's path. */
export const excuseParamsSchema = z.object({ token: z.string() });

export const newExcuseSchema = z
  .object({
    do: z.enum(excuseActs, { error: 'Choose to move, to cancel or to tell the tutor' }),
    /** The lesson to move to. */
    Lesson_ID: z.optional(lessonIdSchema),
  })
  .check(
    z.refine(({ do: act, Lesson_ID: lessonId }) => act !== 'move' || lessonId !== undefined, {
      path: ['Lesson_ID'],
      error: 'Choose the lesson to move to',
    }),
  );
export type NewExcuse = z.infer<typeof newExcuseSchema>;

/** Shown to anybody who has the link, so it has no more than a first name. */
export const excuseSchema = z.object({
  /** The lesson that the reminder was about. */
  Lesson_Name: z.string(),
  starts_at: instant,
  first_name: z.string(),
  can_cancel: z.boolean(),
  can_move: z.boolean(),
  /** Lessons with a spot that the booking can move to. */
  lessons: z.array(nextLessonSchema),
  state: z.enum(states),
  /** Where the booking has moved to; null unless it has moved. */
  moved_to: z.nullable(z.object({ Lesson_Name: z.string(), starts_at: instant })),
  /** Null if there is nothing to undo, or no longer. */
  undo_until: z.nullable(instant),
});
export type Excuse = z.infer<typeof excuseSchema>;

/** What a link has done, and with which booking. Instants are epoch milliseconds. */
export interface ExcuseFacts {
  /** Null if it has done nothing, or if that was undone. */
  readonly act: ExcuseAct | null;
  readonly acted_at: number | null;
  /** How often it has acted, including what was undone. */
  readonly acts: number;
  readonly starts_at: number;
  /**
   * Whether the booking is as the link has left it: active, cancelled by it, or moved by it and
   * active there.
   */
  readonly isIntact: boolean;
  /** The student has a sign-in without the right to book, and gets the reminders too. */
  readonly isForRestricted: boolean;
}

export const excuseState = ({ act }: Pick<ExcuseFacts, 'act'>): ExcuseState =>
  act === null ? 'open' : stateAfter[act];

/** Until when the act can be undone, exclusive (epoch milliseconds); null if nothing was done. */
export const undoUntil = ({ acted_at }: Pick<ExcuseFacts, 'acted_at'>): number | null =>
  acted_at === null ? null : acted_at + EXCUSE_UNDO_MINUTES * MINUTE_MS;

/**
 * Whether the link has ended at `now`: with its booking, at the start of the lesson unless there is
 * something to undo, or because it was used too often.
 */
export function hasEndedExcuse(link: ExcuseFacts, now: number): boolean {
  if (!link.isIntact) return true;
  if (link.act === null && link.acts >= MAX_EXCUSES) return true;
  return now >= Math.max(link.starts_at, undoUntil(link) ?? 0);
}

type ExcuseRefusal = 'excuse_not_found' | 'already_done' | 'forbidden';

/** Why a link may not do this at `now`, apart from the rules of moving and cancelling; or null. */
export function refuseExcuse(link: ExcuseFacts, act: ExcuseAct, now: number): ExcuseRefusal | null {
  if (hasEndedExcuse(link, now)) return 'excuse_not_found';
  if (link.act !== null) return 'already_done';
  return act !== 'tell' && link.isForRestricted ? 'forbidden' : null;
}

/** Whether the link may move or cancel the booking at `now`. */
export const mayChangeBooking = (link: ExcuseFacts, now: number): boolean =>
  refuseExcuse(link, 'cancel', now) === null &&
  now < cancelDeadline({ starts_at: toIso(link.starts_at) });

/**
 * Why a link may not undo at `now`, or null. A link that has nothing to undo may: an undo that is
 * repeated changes nothing.
 */
export function refuseUndo(
  link: ExcuseFacts,
  now: number,
): 'excuse_not_found' | 'undo_over' | null {
  const until = undoUntil(link);
  if (until === null) {
    const undoEnds = link.starts_at + EXCUSE_UNDO_MINUTES * MINUTE_MS;
    return link.isIntact && now < undoEnds ? null : 'excuse_not_found';
  }
  if (hasEndedExcuse(link, now)) return 'excuse_not_found';
  return now < until ? null : 'undo_over';
}
