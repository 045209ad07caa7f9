// Booking, cancelling, resizing and deleting at random, several at once: the invariants hold after every batch.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { FailureBody } from '../../domain/errors.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Holder, makeAdmin, makeLesson, makeStudent } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

const RUNS = 30;
const SEED = 20_261_118;
const STUDENTS = 5;
const LESSONS = 3;
/** From before the first lesson's deadline to after its start. */
const STEPS_MINUTES = 30;

let api: TestApp;
let admin: Holder;
beforeAll(async () => {
  api = await startTestApp({ now: '2026-11-21T07:00:00.000Z' });
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

type Act =
  | { readonly kind: 'book' | 'cancel'; readonly student: number; readonly lesson: number }
  | { readonly kind: 'resize'; readonly lesson: number; readonly spots: number }
  | { readonly kind: 'delete' | 'rename'; readonly lesson: number };

const student = fc.nat(STUDENTS - 1);
const lesson = fc.nat(LESSONS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('book' as const), student, lesson }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), student, lesson }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      lesson,
      spots: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'rename' as const), lesson }),
  },
);
/** What happens at once, and whether time goes on afterwards. */
const batch = fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 8 }), wait: fc.boolean() });

const expected = new Set<string>([
  'already_booked',
  'below_booked',
  'booking_not_found',
  'insufficient_credits',
  'lesson_full',
  'lesson_not_found',
  'lesson_started',
  'too_late_to_cancel',
]);

interface Scene {
  readonly students: readonly Holder[];
  readonly lessons: readonly string[];
}

async function makeScene(): Promise<Scene> {
  const students: Holder[] = [];
  for (let n = 0; n < STUDENTS; n += 1) students.push(await makeStudent(api, n % 3));
  const lessons: string[] = [];
  for (let n = 0; n < LESSONS; n += 1)
    lessons.push((await makeLesson(api, { Time: `09:${n}0:00`, Max_Students: n + 1 })).id);
  return { students, lessons };
}

/** The live booking, or one that names nothing. */
async function bookingOf(studentId: string, lessonId: string): Promise<string> {
  const row = await api.database.db
    .selectFrom('bookings')
    .select('id')
    .where('student_id', '=', studentId)
    .where('lesson_id', '=', lessonId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? '1';
}

async function perform({ students, lessons }: Scene, wanted: Act): Promise<void> {
  const id = lessons[wanted.lesson] ?? '';
  const by = 'student' in wanted ? students[wanted.student] : undefined;
  const refusal = await (async (): Promise<FailureBody | { success: true }> => {
    switch (wanted.kind) {
      case 'book':
        return (await api.either(endpoints.bookLesson, { token: by?.token, body: { Lesson_ID: id } })).body;
      case 'cancel': {
        const params = { bookingId: await bookingOf(by?.id ?? '', id) };
        return (await api.either(endpoints.cancelBooking, { token: by?.token, params })).body;
      }
      case 'resize': {
        const body = { Max_Students: wanted.spots };
        return (await api.either(endpoints.updateLesson, { token: admin.token, params: { id }, body })).body;
      }
      case 'rename': {
        const body = { Lesson_Name: 'Waves' };
        return (await api.either(endpoints.updateLesson, { token: admin.token, params: { id }, body })).body;
      }
      case 'delete':
        return (await api.either(endpoints.deleteLesson, { token: admin.token, params: { id } })).body;
    }
  })();
  if (!refusal.success) expect(expected).toContain(refusal.code);
}

/** What the students are shown agrees with the rows. */
async function expectShownSpots({ students, lessons }: Scene): Promise<void> {
  const { body } = await api.call(endpoints.listLessons, {
    token: students[0]?.token,
    query: { from: '2026-11-21', to: '2026-11-21' },
  });
  for (const id of lessons) {
    const shown = body.lessons.find((one) => one.id === id);
    if (shown === undefined) continue;
    const { live } = await api.database.db
      .selectFrom('bookings')
      .select(({ fn }) => fn.countAll<number>().as('live'))
      .where('lesson_id', '=', id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(shown.availableSpots).toBe(shown.Max_Students - live);
  }
}

test('whatever is asked at once, spots, credits and refunds add up', async () => {
  const start = api.clock.now;
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      api.clock.now = start;
      const scene = await makeScene();
      for (const { acts, wait } of batches) {
        await Promise.all(acts.map((one) => perform(scene, one)));
        expect(await brokenInvariants(api.database.db)).toEqual([]);
        await expectShownSpots(scene);
        if (wait) api.clock.advance({ minutes: STEPS_MINUTES });
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 90_000);
