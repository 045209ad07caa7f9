// A lesson for tests: the given fields, and for the others those of a lesson with nine spots left.
import type { FamilyLesson } from '../lessons/lesson.ts';

export function aFamilyLesson(given: Partial<FamilyLesson> = {}): FamilyLesson {
  return {
    id: 'lesson-1',
    Date: '2026-11-28',
    Time: '09:00:00',
    starts_at: '2026-11-28T09:00:00.000Z',
    Lesson_Name: 'GCSE: Waves',
    Max_Students: 10,
    lesson_notes: '',
    topic: null,
    prepared: null,
    Meeting_Link: null,
    availableSpots: 9,
    free_spots_left: null,
    reserved_until: null,
    reserved_for: null,
    bookings: [],
    isBooked: false,
    bookingId: null,
    join_link: null,
    waitingStudents: [],
    waiting: null,
    ...given,
  };
}
