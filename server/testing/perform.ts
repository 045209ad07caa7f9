// Performs the acts of a random test.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { newId } from '../ids.ts';
import { eraseFamily } from '../families/erasure.ts';
import { parentOf, provenParent } from './factories.ts';
import { enquire, enquirer, tryToInvite } from './free-lessons.ts';
import { type Act, isPayment, type LessonAct } from './random-acts.ts';
import { performPayment } from './random-payments.ts';
import { familyAt, type Scene } from './random-scene.ts';

const REFUSALS = new Set<string>([
  'already_asked',
  'already_booked',
  'already_joined',
  'already_waiting',
  'below_booked',
  'booking_not_found',
  'join_closed',
  'join_link_not_found',
  'free_lesson_used',
  'has_bookings',
  'insufficient_credits',
  'lesson_full',
  'lesson_not_found',
  'lesson_not_started',
  'lesson_started',
  'waiting_list_full',
  'not_full',
  'rate_limited',
  'reservations_full',
  'service_unavailable',
  'student_not_found',
  'too_late_to_cancel',
  'unauthenticated',
  // Booked for a sibling who has been removed.
  'validation_failed',
]);

/** The family's current students, oldest first. */
async function studentsOf({ api, students }: Scene, position: number): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', familyAt(students, position).id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** One of the scene's active bookings and its family; if there are none, an unknown id. */
async function bookingAt({ api, students, lessons }: Scene, position: number) {
  const rows = await api.database.db
    .selectFrom('bookings')
    .select(['id', 'family_id', 'join_token'])
    .where('lesson_id', 'in', lessons)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute();
  const row = rows[position % Math.max(1, rows.length)];
  const holder = students.find(({ id }) => id === row?.family_id) ?? students[0];
  return {
    params: { bookingId: row?.id ?? '1' },
    token: holder?.token,
    join_token: row?.join_token ?? 'none',
  };
}

/** Performs the act; accepts only the expected refusals. */
export async function perform(scene: Scene, wanted: Act): Promise<void> {
  try {
    await (isPayment(wanted) ? performPayment(scene, wanted) : performCall(scene, wanted));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(REFUSALS).toContain(error.code);
  }
}

async function performCall(scene: Scene, wanted: LessonAct): Promise<void> {
  const { api, admin, students, lessons } = scene;
  const by = 'student' in wanted ? familyAt(students, wanted.student) : undefined;
  if (wanted.kind === 'leave') {
    const family = familyAt(students, wanted.student);
    await eraseFamily(api.context(parentOf(family)), await provenParent(family));
    return;
  }
  const id = 'lesson' in wanted ? (lessons[wanted.lesson] ?? '') : '';
  const onLesson = { token: admin.token, params: { id } };
  const { body } = await (async () => {
    switch (wanted.kind) {
      case 'book': {
        const own = await studentsOf(scene, wanted.student);
        const Student_ID = own[wanted.sibling ? 1 : 0] ?? newId();
        return api.either(endpoints.bookLesson, {
          token: by?.token,
          body: { Lesson_ID: id, Student_ID },
        });
      }
      case 'wait':
      case 'leaveWaitingList': {
        const own = await studentsOf(scene, wanted.student);
        const Student_ID = own[wanted.sibling ? 1 : 0] ?? newId();
        const asked = { token: by?.token, params: { id }, body: { Student_ID } };
        return wanted.kind === 'wait'
          ? api.either(endpoints.joinWaitingList, asked)
          : api.either(endpoints.leaveWaitingList, asked);
      }
      case 'addSibling':
        // One is enough to cause conflicts.
        return (await studentsOf(scene, wanted.student)).length > 1
          ? api.either(endpoints.health)
          : api.either(endpoints.addStudent, {
              token: by?.token,
              body: { Student_Name: 'Sibling', year_class: 'year-11' },
            });
      case 'removeSibling': {
        const own = await studentsOf(scene, wanted.student);
        return api.either(endpoints.removeStudent, {
          token: by?.token,
          params: { id: own[1] ?? newId() },
        });
      }
      case 'askFree':
        return api.either(endpoints.askForFreeLesson, {
          token: by?.token,
          body: { year_class: 'year-11' },
        });
      case 'invite': {
        const { email } = familyAt(students, wanted.student);
        const enquiry = await enquire(api, { ...enquirer(), email });
        return tryToInvite(api, admin, enquiry.id, { Lesson_ID: id });
      }
      case 'join': {
        const { join_token } = await bookingAt(scene, wanted.booking);
        return api.either(endpoints.joinLesson, { params: { token: join_token } });
      }
      case 'swap': {
        const { join_token: _, ...own } = await bookingAt(scene, wanted.booking);
        return api.either(endpoints.moveBooking, { ...own, body: { Lesson_ID: id } });
      }
      case 'cancel':
        return api.either(endpoints.cancelBooking, await bookingAt(scene, wanted.booking));
      case 'absent':
      case 'present': {
        const { params } = await bookingAt(scene, wanted.booking);
        const marked = { absent: wanted.kind === 'absent' };
        return api.either(endpoints.markAttendance, { token: admin.token, params, body: marked });
      }
      case 'resize':
        return api.either(endpoints.updateLesson, {
          ...onLesson,
          body: { Max_Students: wanted.spots },
        });
      case 'rename':
        return api.either(endpoints.updateLesson, { ...onLesson, body: { Lesson_Name: 'Waves' } });
      case 'move':
        return api.either(endpoints.updateLesson, { ...onLesson, body: { ...wanted.slot } });
      case 'delete':
        return api.either(endpoints.deleteLesson, onLesson);
    }
  })();
  if (!body.success) expect(REFUSALS).toContain(body.code);
}
