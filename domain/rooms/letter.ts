// The letter 'What Kim did today', which families get after a lesson: when it goes, and what the
// tutor can still change.
import * as z from 'zod/mini';

import { studentIdSchema } from '../entity-id.ts';
import { lessonEndsAt } from '../lessons/lesson.ts';
import { LENGTHS } from '../limits.ts';
import { instant, paragraph } from '../text.ts';
import { addDays, HOUR_MS, toIso, ukDate } from '../time.ts';

/** A letter goes an hour after the end of its lesson, or later if the server was down. */
const AFTER_END_MS = HOUR_MS;
const LATE_MS = 24 * HOUR_MS;
/** Until the end of this UK day after the lesson's, a letter goes when the tutor has it sent. */
const DAYS = 7;

/** When the letter of a lesson goes; epoch milliseconds, like the lesson's start. */
export const letterDueAt = (startsAt: number): number => lessonEndsAt(startsAt) + AFTER_END_MS;

/** Lessons with a start in this window have a letter to send now: after `from`, up to `to`. */
export const startsWithLetterAt = (now: number) => ({
  from: now - letterDueAt(0) - LATE_MS,
  to: now - letterDueAt(0),
});

const letterStateSchema = z.enum(['planned', 'sent', 'off'], {
  error: 'Choose planned, sent or off',
});

const SENTENCE_MESSAGE = `Sentence must be less than ${LENGTHS.letterSentence.max} characters`;
/** What the tutor says to all families. */
const sentenceSchema = paragraph(
  { length: LENGTHS.letterSentence.max, message: SENTENCE_MESSAGE },
  'Sentence must be text',
);

export const letterSchema = z.object({
  sentence: z.string(),
  state: letterStateSchema,
  /** When it goes by itself; null if it does not. */
  sends_at: z.nullable(instant),
  sent_at: z.nullable(instant),
});
export type Letter = z.infer<typeof letterSchema>;

export const letterChangesSchema = z.partial(
  z.object({
    sentence: sentenceSchema,
    state: letterStateSchema,
    /** The sentence that the tutor saw; another one by now fails the change. */
    sentence_before: sentenceSchema,
  }),
);
export type LetterChanges = z.infer<typeof letterChangesSchema>;

export const letterDraftSchema = z.object({
  sentence: sentenceSchema,
  Student_ID: studentIdSchema,
});

/** The email as it would arrive. */
export const letterPreviewShape = { subject: z.string(), html: z.string(), text: z.string() };

/** What is stored about a lesson's letter. Times are in epoch milliseconds. */
export interface LetterFacts {
  readonly starts_at: number;
  readonly hasTopic: boolean;
  readonly sentence: string;
  /** The tutor does not want it, or no letters at all. */
  readonly isOff: boolean;
  /** When the first family's was queued; null before. */
  readonly sent_at: number | null;
}

/** Whether a letter would say anything. */
export const saysSomething = ({ hasTopic, sentence }: Pick<LetterFacts, 'hasTopic' | 'sentence'>) =>
  hasTopic || sentence !== '';

export function describeLetter(facts: LetterFacts, now: number): Letter {
  const { starts_at, sentence, isOff, sent_at } = facts;
  const state = sent_at !== null ? 'sent' : isOff ? 'off' : 'planned';
  const goes =
    state === 'planned' && saysSomething(facts) && starts_at > startsWithLetterAt(now).from;
  return {
    sentence,
    state,
    sends_at: goes ? toIso(letterDueAt(starts_at)) : null,
    sent_at: sent_at === null ? null : toIso(sent_at),
  };
}

/** Why the tutor cannot change or send a letter at `now`, or null when they can. */
export function refuseLetterChange(
  { starts_at, sent_at }: Pick<LetterFacts, 'starts_at' | 'sent_at'>,
  now: number,
): 'lesson_not_over' | 'letter_sent' | 'too_late_to_send' | null {
  if (now < lessonEndsAt(starts_at)) return 'lesson_not_over';
  if (sent_at !== null) return 'letter_sent';
  return ukDate(now) > addDays(ukDate(starts_at), DAYS) ? 'too_late_to_send' : null;
}

/**
 * Whether a change, after which this is stored, sends the letter at once: the tutor wants it to go,
 * or its time has passed because there was nothing to say.
 */
export const sendsAtOnce = (
  { starts_at, isOff, ...facts }: LetterFacts,
  { state }: LetterChanges,
  now: number,
): boolean => !isOff && saysSomething(facts) && (state === 'sent' || now >= letterDueAt(starts_at));
