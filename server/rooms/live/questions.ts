// Questions asked in a lesson with their answers: as the tutor sees them, and as students do.
import { Refusal } from '../../../domain/errors.ts';
import type { FamilyQuestion } from '../../../domain/rooms/family-room.ts';
import {
  type AskedQuestion,
  type QuestionState,
  roomState,
  type Distribution,
  isAnswerVisible,
} from '../../../domain/rooms/room.ts';
import { countValues } from '../../../domain/rooms/typed-values.ts';
import { toIso } from '../../../domain/time.ts';
import type { TutorQuestion } from '../../../domain/topics/question.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import type { StoredMarking } from '../../topics/mark.ts';
import { questionOf } from '../../topics/queries.ts';
import { valueHtml, viewVisible, viewSolution } from '../../topics/view.ts';
import { attemptColumns, type AttemptRow, toAttempt } from '../answers/attempts.ts';
import type { OpenFor } from '../open-questions.ts';
import { roomStart } from '../room-start.ts';
import { bookedStudents } from '../students.ts';

interface AnswerRow extends AttemptRow {
  readonly student_id: string;
}

/** A question that was asked, with the answers of all rounds. */
export interface QuestionWithAnswers {
  readonly id: string;
  readonly itemId: string;
  readonly round: number;
  readonly state: QuestionState;
  readonly asked_at: number;
  readonly revealed_at: number | null;
  readonly question: TutorQuestion;
  readonly answers: readonly AnswerRow[];
}

const selectQuestions = (db: Db) =>
  db
    .selectFrom('asked_questions')
    .innerJoin('topic_items', 'topic_items.id', 'asked_questions.item_id')
    .select(['asked_questions.id as id', 'item_id', 'round', 'state', 'asked_at', 'revealed_at'])
    .select(['kind', 'content']);

const allQuestions = prepare((db, param: Param<{ lessonId: string }>) =>
  selectQuestions(db)
    .where('lesson_id', '=', param('lessonId'))
    .orderBy('asked_at')
    .orderBy('asked_questions.id'),
);

const oneQuestion = prepare((db, param: Param<{ lessonId: string; askedId: string }>) =>
  selectQuestions(db)
    .where('asked_questions.id', '=', param('askedId'))
    .where('lesson_id', '=', param('lessonId')),
);

/** The question being asked, or the last one that was. */
const lastQuestion = prepare((db, param: Param<{ lessonId: string }>) =>
  selectQuestions(db)
    .where('lesson_id', '=', param('lessonId'))
    .orderBy((eb) => eb.case().when('state', '=', 'asked').then(0).else(1).end())
    .orderBy('asked_at', 'desc')
    .orderBy('asked_questions.id', 'desc')
    .limit(1),
);

const answersTo = prepare((db, param: Param<{ askedId: string }>) =>
  db
    .selectFrom('attempts')
    .select([...attemptColumns, 'student_id'])
    .where('asked_id', '=', param('askedId')),
);

const bookedIn = prepare((db, param: Param<{ lessonId: string }>) =>
  bookedStudents(db).select('student_id').where('lesson_id', '=', param('lessonId')),
);

/** The students with an active booking. */
export async function readBookedStudents(db: Db, lessonId: string): Promise<ReadonlySet<string>> {
  const rows = await bookedIn.all(db, { lessonId });
  return new Set(rows.map(({ student_id }) => student_id));
}

type QuestionRow = Awaited<ReturnType<typeof lastQuestion.all>>[number];

async function withAnswers(db: Db, row: QuestionRow): Promise<QuestionWithAnswers> {
  const { id, item_id, kind: _, content, ...facts } = row;
  const answers = await answersTo.all(db, { askedId: id });
  return { id, itemId: item_id, ...facts, question: questionOf({ content }), answers };
}

/** The question being asked in a lesson, or the last one that was; null before the first. */
export async function readLastQuestion(
  db: Db,
  lessonId: string,
): Promise<QuestionWithAnswers | null> {
  const row = await lastQuestion.first(db, { lessonId });
  return row === undefined ? null : withAnswers(db, row);
}

/** All questions asked in a lesson, oldest first. */
export async function listQuestions(db: Db, lessonId: string): Promise<QuestionWithAnswers[]> {
  const rows = await allQuestions.all(db, { lessonId });
  return Promise.all(rows.map((row) => withAnswers(db, row)));
}

/** The class, as far as the tutor's view of a question needs it. */
interface InClass {
  booked: ReadonlySet<string>;
  /** The students in the room; those who are not booked do not count. */
  present: ReadonlySet<string>;
  /** Whether the lesson is over, which reveals everything. */
  isOver: boolean;
}

/** A question asked in a lesson, with the answers so far. Throws asked_not_found. */
export async function readQuestion(
  db: Db,
  { lessonId, askedId }: { lessonId: string; askedId: string },
  { now, present }: { now: number; present: ReadonlySet<string> },
): Promise<AskedQuestion> {
  const row = await oneQuestion.first(db, { lessonId, askedId });
  if (row === undefined) throw new Refusal('asked_not_found');
  const lesson = await db
    .selectFrom('lessons')
    .select(['starts_at', 'moved_from'])
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return viewForTutor(await withAnswers(db, row), {
    booked: await readBookedStudents(db, lessonId),
    present,
    isOver: roomState({ starts_at: toIso(roomStart(lesson, now)) }, now) === 'after',
  });
}

// Written from this very type.
const markingOf = ({ marking }: AnswerRow) => JSON.parse(marking) as StoredMarking;

const markingsOf = ({ answers }: QuestionWithAnswers, round: number) =>
  answers.filter((answer) => answer.round === round).map(markingOf);

const distributionOf = (live: QuestionWithAnswers, round: number) =>
  countAnswers(live.question, markingsOf(live, round));

const valuesOf = (live: QuestionWithAnswers, round: number) =>
  countValues(markingsOf(live, round).flatMap(({ read }) => read ?? []));

/** The last answer of each student who is booked, always in one order. */
function lastAnswers(answers: readonly AnswerRow[], booked: ReadonlySet<string>) {
  const last = new Map<string, AskedQuestion['answers'][number]>();
  for (const { student_id, round, result } of answers)
    if (round !== null && booked.has(student_id) && round > (last.get(student_id)?.round ?? 0))
      last.set(student_id, { Student_ID: student_id, round, result });
  return [...last.values()].toSorted((one, other) =>
    one.Student_ID.localeCompare(other.Student_ID),
  );
}

export function viewForTutor(
  live: QuestionWithAnswers,
  { booked, present, isOver }: InClass,
): AskedQuestion {
  const { id, itemId, round, state, asked_at, answers } = live;
  return {
    id,
    Item_ID: itemId,
    round,
    state: isOver ? 'revealed' : state,
    asked_at: toIso(asked_at),
    booked: booked.size,
    here: booked.intersection(present).size,
    answered: answers.filter((answer) => answer.round === round).length,
    answers: lastAnswers(answers, booked),
    distribution: distributionOf(live, round),
    earlier: round === 1 ? null : distributionOf(live, 1),
    values: valuesOf(live, round),
    earlier_values: round === 1 ? null : valuesOf(live, 1),
  };
}

interface Students {
  /** The start of the lesson, in epoch milliseconds. */
  startsAt: number;
  /** For whom the question is open, in whichever lesson. */
  openFor: OpenFor;
  now: number;
}

/**
 * Returns a function that shows the question to one student. What all of them see is made once.
 * Nothing that gives the answer away is in it before the reveal; for a student whom another lesson
 * asks the question, a reveal meanwhile looks like its close.
 */
export function viewForStudents(
  live: QuestionWithAnswers,
  { startsAt, openFor, now }: Students,
): (studentId: string) => FamilyQuestion {
  const { id, itemId, round, question, answers } = live;
  const facts = { ...live, starts_at: startsAt };
  const shared = { id, Item_ID: itemId, round, question: viewVisible(question) };
  const isRevealed = isAnswerVisible(facts, null, now);
  const hidden = {
    ...shared,
    state: isRevealed ? ('closed' as const) : live.state,
    reveal: null,
  };
  const revealed = isRevealed && {
    ...shared,
    state: 'revealed' as const,
    reveal: {
      distribution: distributionOf(live, round),
      values: valuesOf(live, round),
      solution: viewSolution(question),
    },
  };
  const own = new Map(
    answers
      .filter((answer) => answer.round === round)
      .map((answer) => [answer.student_id, answer] as const),
  );
  return (studentId) => {
    const answer = own.get(studentId);
    const isVisible = isAnswerVisible(facts, openFor(studentId, now), now);
    if (!isVisible || revealed === false)
      return { ...hidden, own: answer === undefined ? null : toAttempt(answer, true) };
    if (answer === undefined) return { ...revealed, own: null };
    const attempt = toAttempt(answer, false);
    const reveal = { ...revealed.reveal, solution: viewSolution(question, attempt) };
    return { ...revealed, reveal, own: attempt };
  };
}

/** How each key of a number's marking reads. */
const NUMBER_KEYS: Readonly<Record<string, string>> = {
  right: 'Right',
  unit_missing: 'Unit missing',
  unit_wrong: 'Wrong unit',
  too_few_figures: 'Too few figures',
  too_many_figures: 'Too many figures',
  sign: 'Wrong sign',
  power_of_ten: 'Wrong power of ten',
  other: 'Other',
};

/** Counts the answers by choice, by point, or by what a number was, in the question's own order. */
function countAnswers(question: TutorQuestion, markings: StoredMarking[]): Distribution {
  const counts = new Map<string, number>();
  for (const { keys } of markings)
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keysOf(question).flatMap(({ key, html }) => {
    const count = counts.get(key) ?? 0;
    return question.kind === 'number' && count === 0 ? [] : { key, html, count };
  });
}

function keysOf(question: TutorQuestion): { readonly key: string; readonly html: string }[] {
  switch (question.kind) {
    case 'choice':
      return question.choices.map(({ id, text_html }) => ({ key: id, html: text_html }));
    case 'points':
      return question.points.map(({ id, text_html }) => ({ key: id, html: text_html }));
    case 'number': {
      const { right = '', other = '', ...reasons } = NUMBER_KEYS;
      return [
        { key: 'right', html: right },
        ...question.known.map(({ value }, index) => ({
          key: `known.${index}`,
          html: valueHtml(value, question.unit),
        })),
        ...Object.entries(reasons).map(([key, html]) => ({ key, html })),
        { key: 'other', html: other },
      ];
    }
  }
}
