// Lessons, bookings and waiting lists: as the tutor plans them, and as families use them.
import * as endpoints from '../../../domain/endpoints.ts';
import type { ActOf, LessonName, Outcome, StudentName } from './acts.ts';
import type { Performers } from './world-performers.ts';
import { NO_NAME, type World } from './world.ts';

/** A new lesson's form; its name is that of the simulation, so that emails can be recognised. */
function formOf(lesson: LessonName, spots: number) {
  const [start = ''] = lesson.split('/');
  return {
    ...startOf(start),
    Lesson_Name: lesson,
    Meeting_Link: 'https://meet.example.com/physics',
    Max_Students: spots,
    lesson_notes: '',
    Topic_ID: null,
  };
}

function startOf(start: string) {
  const [date = '', time = ''] = start.split('T');
  return { Date: date, Time: `${time}:00` };
}

/** Does it with the ids that the names stand for, if all are known. */
async function withIds(
  { names }: World,
  { lessons = [], student }: { lessons?: readonly LessonName[]; student?: StudentName },
  work: (ids: { lessons: string[]; student: string }) => Promise<Outcome>,
): Promise<Outcome> {
  const ids = lessons.flatMap((lesson) => names.lessons.get(lesson) ?? []);
  const studentId = student === undefined ? '' : names.students.get(student);
  if (ids.length < lessons.length || studentId === undefined) return NO_NAME;
  return work({ lessons: ids, student: studentId });
}

/** The student's active booking of the lesson, otherwise the last; an unknown id without any. */
async function bookingOf(world: World, student: StudentName, lesson: LessonName): Promise<string> {
  const rows = await world.db
    .selectFrom('bookings')
    .select(['id', 'cancelled_at'])
    .where('student_id', '=', world.names.students.get(student) ?? '')
    .where('lesson_id', '=', world.names.lessons.get(lesson) ?? '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const active = rows.findLast(({ cancelled_at: cancelled }) => cancelled === null);
  return (active ?? rows.at(-1))?.id ?? crypto.randomUUID();
}

/** The token of the newest excuse link in a reminder of this booking. */
async function excuseOf(world: World, student: StudentName, lesson: LessonName): Promise<string> {
  const link = await world.db
    .selectFrom('excuse_links')
    .innerJoin('bookings', 'bookings.id', 'excuse_links.booking_id')
    .select('token')
    .where('student_id', '=', world.names.students.get(student) ?? '')
    .where('lesson_id', '=', world.names.lessons.get(lesson) ?? '')
    .orderBy('bookings.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link?.token ?? 'x'.repeat(43);
}

const outcomeOf = async (answer: Promise<{ outcome: Outcome }>) => (await answer).outcome;

async function plan(world: World, { lesson, spots }: ActOf<'plan lesson'>) {
  if (world.names.lessons.has(lesson)) return NO_NAME;
  const body = formOf(lesson, spots);
  const answer = await world.call('tutor', endpoints.createLesson, { body });
  if (answer.body !== null) world.names.lessons.set(lesson, answer.body.lesson.id);
  return answer.outcome;
}

async function planTerm(world: World, { lessons, spots }: ActOf<'plan term'>) {
  const body = { lessons: lessons.map((lesson) => formOf(lesson, spots)) };
  const answer = await world.call('tutor', endpoints.planTerm, { body });
  for (const made of answer.body?.lessons ?? []) world.names.lessons.set(made.Lesson_Name, made.id);
  return answer.outcome;
}

const excuse = (
  world: World,
  { student, lesson }: { student: StudentName; lesson: LessonName },
  body: { do: 'cancel' | 'tell' } | { do: 'move'; Lesson_ID: string },
) =>
  withIds(world, { lessons: [lesson], student }, async () => {
    const token = await excuseOf(world, student, lesson);
    return outcomeOf(
      world.callOpenly(student, endpoints.excuseStudent, { params: { token }, body }),
    );
  });

export const lessonActs: Performers<
  | 'plan lesson'
  | 'plan term'
  | 'change lesson'
  | 'delete lesson'
  | 'book'
  | 'book several'
  | 'cancel'
  | 'move'
  | 'join list'
  | 'leave list'
  | 'excuse'
  | 'excuse by moving'
  | 'undo excuse'
  | 'join'
  | 'mark attendance'
  | 'tutor books'
  | 'tutor cancels'
  | 'tutor moves'
> = {
  'plan lesson': plan,
  'plan term': planTerm,
  'change lesson': (world, { lesson, start, spots, renamed }) =>
    withIds(world, { lessons: [lesson] }, ({ lessons: [id = ''] }) => {
      const body = {
        ...(start === undefined ? {} : startOf(start)),
        ...(spots === undefined ? {} : { Max_Students: spots }),
        ...(renamed === undefined ? {} : { Lesson_Name: `${lesson} ${renamed}` }),
      };
      return outcomeOf(world.call('tutor', endpoints.updateLesson, { params: { id }, body }));
    }),
  'delete lesson': (world, { lesson }) =>
    withIds(world, { lessons: [lesson] }, ({ lessons: [id = ''] }) =>
      outcomeOf(world.call('tutor', endpoints.deleteLesson, { params: { id } })),
    ),

  book: (world, { by, student, lesson, free }) =>
    withIds(world, { lessons: [lesson], student }, (ids) => {
      const body = {
        Lesson_ID: ids.lessons[0] ?? '',
        Student_ID: ids.student,
        ...(free === true ? { free } : {}),
      };
      return outcomeOf(world.call(by, endpoints.bookLesson, { body }));
    }),
  'book several': (world, { by, student, lessons }) =>
    withIds(world, { lessons, student }, (ids) => {
      const body = { Lesson_IDs: ids.lessons, Student_ID: ids.student };
      return outcomeOf(world.call(by, endpoints.bookSeveral, { body }));
    }),
  cancel: (world, { by, student, lesson }) =>
    withIds(world, { lessons: [lesson], student }, async () => {
      const bookingId = await bookingOf(world, student, lesson);
      return outcomeOf(world.call(by, endpoints.cancelBooking, { params: { bookingId } }));
    }),
  move: (world, { by, student, from, to }) =>
    withIds(world, { lessons: [from, to], student }, async ({ lessons: [, Lesson_ID = ''] }) => {
      const params = { bookingId: await bookingOf(world, student, from) };
      return outcomeOf(world.call(by, endpoints.moveBooking, { params, body: { Lesson_ID } }));
    }),
  'join list': (world, { by, student, lesson }) =>
    withIds(world, { lessons: [lesson], student }, ({ lessons: [id = ''], student: Student_ID }) =>
      outcomeOf(
        world.call(by, endpoints.joinWaitingList, { params: { id }, body: { Student_ID } }),
      ),
    ),
  'leave list': (world, { by, student, lesson }) =>
    withIds(world, { lessons: [lesson], student }, ({ lessons: [id = ''], student: Student_ID }) =>
      outcomeOf(
        world.call(by, endpoints.leaveWaitingList, { params: { id }, body: { Student_ID } }),
      ),
    ),
  excuse: (world, { student, lesson, how }) => excuse(world, { student, lesson }, { do: how }),
  'excuse by moving': (world, { student, lesson, to }) =>
    withIds(world, { lessons: [to] }, ({ lessons: [Lesson_ID = ''] }) =>
      excuse(world, { student, lesson }, { do: 'move', Lesson_ID }),
    ),
  'undo excuse': (world, { student, lesson }) =>
    withIds(world, { lessons: [lesson], student }, async () => {
      const token = await excuseOf(world, student, lesson);
      return outcomeOf(world.callOpenly(student, endpoints.undoExcuse, { params: { token } }));
    }),
  join: (world, { student, lesson }) =>
    withIds(world, { lessons: [lesson], student }, async () => {
      const booking = await world.db
        .selectFrom('bookings')
        .select('join_token')
        .where('id', '=', await bookingOf(world, student, lesson))
        .executeTakeFirst();
      const params = { token: booking?.join_token ?? 'x'.repeat(43) };
      return outcomeOf(world.callOpenly(student, endpoints.joinLesson, { params }));
    }),

  'mark attendance': (world, { student, lesson, absent }) =>
    withIds(world, { lessons: [lesson], student }, async () => {
      const params = { bookingId: await bookingOf(world, student, lesson) };
      return outcomeOf(world.call('tutor', endpoints.markAttendance, { params, body: { absent } }));
    }),
  'tutor books': (world, { student, lesson, credit }) =>
    withIds(world, { lessons: [lesson], student }, ({ lessons: [id = ''], student: Student_ID }) =>
      outcomeOf(
        world.call('tutor', endpoints.bookForFamily, {
          params: { id },
          body: { Student_ID, credit },
        }),
      ),
    ),
  'tutor cancels': (world, { student, lesson, refund }) =>
    withIds(world, { lessons: [lesson], student }, async () => {
      const params = { bookingId: await bookingOf(world, student, lesson) };
      return outcomeOf(
        world.call('tutor', endpoints.cancelForFamily, { params, body: { refund } }),
      );
    }),
  'tutor moves': (world, { student, from, to }) =>
    withIds(world, { lessons: [from, to], student }, async ({ lessons: [, Lesson_ID = ''] }) => {
      const params = { bookingId: await bookingOf(world, student, from) };
      return outcomeOf(
        world.call('tutor', endpoints.moveForFamily, { params, body: { Lesson_ID } }),
      );
    }),
};
