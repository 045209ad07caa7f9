// What the streams of a room are made of, in one read for all of them.
import { eventText } from '../../../domain/event-stream.ts';
import type { FamilyRoomEvent, TutorRoomEvent } from '../../../domain/rooms/family-room.ts';
import { heartbeatMsOf } from '../../../domain/rooms/live.ts';
import { roomState } from '../../../domain/rooms/room.ts';
import { toIso } from '../../../domain/time.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import { type OpenFor, readOpenFor } from '../open-questions.ts';
import { roomStart } from '../room-start.ts';
import {
  type QuestionWithAnswers,
  readBookedStudents,
  readLastQuestion,
  viewForStudents,
  viewForTutor,
} from './questions.ts';

const roomLesson = prepare((db, param: Param<{ lessonId: string }>) =>
  db
    .selectFrom('lessons')
    .leftJoin('topics', 'topics.id', 'topic_id')
    .select([
      'lessons.name as name',
      'starts_at',
      'moved_from',
      'meeting_link',
      'topic_id',
      'topics.name as topic',
      'reference',
    ])
    .where('lessons.id', '=', param('lessonId'))
    .where('deleted_at', 'is', null),
);

type RoomLesson = Awaited<ReturnType<typeof roomLesson.all>>[number];

export interface LiveState {
  readonly lesson: RoomLesson;
  readonly question: QuestionWithAnswers | null;
  readonly booked: ReadonlySet<string>;
  /** For whom the question is open, here or elsewhere. */
  readonly openFor: OpenFor;
}

/** Null for a lesson that is deleted. */
export async function readLiveState(
  db: Db,
  lessonId: string,
  now: number,
): Promise<LiveState | null> {
  const [lesson, question, booked] = await Promise.all([
    roomLesson.first(db, { lessonId }),
    readLastQuestion(db, lessonId),
    readBookedStudents(db, lessonId),
  ]);
  if (lesson === undefined) return null;
  const openFor = question === null ? () => null : await readOpenFor(db, question.itemId, now);
  return { lesson, question, booked, openFor };
}

/** The state of the room, and the students in it, at one moment. */
interface RoomMoment {
  now: number;
  present: ReadonlySet<string>;
}

export const stateAt = ({ lesson }: LiveState, now: number) =>
  roomState({ starts_at: toIso(roomStart(lesson, now)) }, now);

/** What one kind of viewer is sent. */
export interface View {
  /** When it changes, the page loads the room again. */
  readonly page: string;
  /** The texts of events that are sent whenever they change, in this order. */
  readonly texts: readonly string[];
  /** How often the stream has a heartbeat. */
  readonly heartbeatMs: number;
}

/** What the tutor is sent. */
export function viewOfTutor(live: LiveState, { now, present }: RoomMoment): View {
  const { lesson, question, booked } = live;
  const state = stateAt(live, now);
  const isOver = state === 'after';
  const events: TutorRoomEvent[] = [
    {
      kind: 'asked',
      asked: question === null ? null : viewForTutor(question, { booked, present, isOver }),
    },
    { kind: 'here', here: [...booked.intersection(present)].toSorted() },
  ];
  return {
    page: JSON.stringify([lesson, state, [...booked].toSorted()]),
    texts: events.map(eventText),
    heartbeatMs: heartbeatMsOf(state),
  };
}

/** Returns a function that says what a student is sent; null for one who is not booked. */
export function viewOfStudents(live: LiveState, now: number): (studentId: string) => View | null {
  const { lesson, question, booked, openFor } = live;
  const state = stateAt(live, now);
  const startsAt = roomStart(lesson, now);
  const students = { startsAt, openFor, now };
  const viewQuestion = question === null ? () => null : viewForStudents(question, students);
  const page = JSON.stringify([lesson.name, startsAt, lesson.topic_id, state]);
  return (studentId) => {
    if (!booked.has(studentId)) return null;
    const event: FamilyRoomEvent = { kind: 'asked', asked: viewQuestion(studentId) };
    return { page, texts: [eventText(event)], heartbeatMs: heartbeatMsOf(state) };
  };
}
