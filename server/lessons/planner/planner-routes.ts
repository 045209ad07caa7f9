// HTTP routes of what the tutor does with lessons and their bookings.
import * as endpoints from '../../../domain/endpoints.ts';
import { repeatWeekly } from '../../../domain/lessons/lesson-plan.ts';
import type { NewLesson, SizedLesson } from '../../../domain/lessons/lesson.ts';
import { bookingWindow, lessonWindow } from '../../base/windows.ts';
import { type Api, mount } from '../../http/mount.ts';
import { readSettings } from '../../settings/settings.ts';
import { listPlannedLessons } from '../lesson-students.ts';
import { listAdminBookings } from './admin-bookings.ts';
import { markAttendance } from './attendance.ts';
import { deleteLesson, updateLesson } from './change-lesson.ts';
import { countClashes } from './change-notices.ts';
import { bookForFamily, cancelForFamily, listStudentDay, moveForFamily } from './for-family.ts';
import { copyWeek, planLessons } from './plan.ts';

export function mountPlannerRoutes(api: Api): void {
  mountLessons(api);
  mountBookings(api);
}

function mountLessons(api: Api): void {
  const { db } = api.database;
  const withSize = async (lessons: NewLesson[]): Promise<SizedLesson[]> => {
    const { default_max_students: usual } = (await readSettings(db)).business;
    return lessons.map((one) => ({ ...one, Max_Students: one.Max_Students ?? usual }));
  };

  mount(api, endpoints.listAdminLessons, async ({ context: { now }, query }) => ({
    lessons: await listPlannedLessons(db, lessonWindow(query, now), now),
  }));

  mount(api, endpoints.createLesson, async ({ context, body, requestKey }) => {
    const [lesson] = await planLessons(context, await withSize([body]), requestKey);
    if (lesson === undefined) throw new Error('planLessons returned no lesson');
    return { lesson };
  });
  mount(
    api,
    endpoints.repeatLesson,
    async ({ context, body: { weeks, Topic_IDs: topicIds, ...lesson }, requestKey }) => {
      const lessons = repeatWeekly(lesson, weeks).map((one, week) => ({
        ...one,
        Topic_ID: topicIds === undefined ? one.Topic_ID : (topicIds[week] ?? null),
      }));
      return { lessons: await planLessons(context, await withSize(lessons), requestKey) };
    },
  );
  mount(api, endpoints.planTerm, async ({ context, body: { lessons }, requestKey }) => ({
    lessons: await planLessons(context, await withSize(lessons), requestKey),
  }));
  mount(api, endpoints.copyWeek, async ({ context, body, requestKey }) => ({
    lessons: await copyWeek(context, body, requestKey),
  }));
  mount(api, endpoints.updateLesson, async ({ context, params, body }) => ({
    lesson: await updateLesson(context, params.id, body),
  }));
  mount(api, endpoints.deleteLesson, async ({ context, params }) => ({
    bookingsCancelled: await deleteLesson(context, params.id),
  }));
}

function mountBookings(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listAdminBookings, ({ context: { now }, query }) =>
    listAdminBookings(db, bookingWindow(query, now)),
  );
  mount(api, endpoints.readStudentDay, async ({ context: { now }, params, query }) => ({
    day: await listStudentDay(db, { studentId: params.id, date: query.date, now }),
  }));
  mount(api, endpoints.countClashes, async ({ context: { now }, params, query }) => ({
    students: await countClashes(db, { id: params.id, ...query, now }),
  }));
  mount(api, endpoints.bookForFamily, ({ context, params, body, requestKey }) =>
    bookForFamily(context, params.id, body, requestKey),
  );
  mount(api, endpoints.cancelForFamily, ({ context, params, body, requestKey }) =>
    cancelForFamily(context, params.bookingId, body, requestKey),
  );
  mount(api, endpoints.moveForFamily, ({ context, params, body, requestKey }) =>
    moveForFamily(context, params.bookingId, body, requestKey),
  );
  mount(
    api,
    endpoints.markAttendance,
    async ({ context, params: { bookingId }, body: { absent } }) => ({
      booking: await markAttendance(context, { bookingId, absent }),
    }),
  );
}
