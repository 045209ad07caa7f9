// The student's three numbers, wherever they can be had.
import type { Student, StudentStats } from '../../domain/account.ts';

interface Profile {
  readonly user?: Partial<Student> | undefined;
  readonly stats?: Partial<StudentStats> | undefined;
}

export interface StudentNumbers {
  readonly attended: number | undefined;
  readonly upcoming: number | undefined;
  readonly credits: number | undefined;
}

/** The counted numbers, or else the profile's own fields; undefined as long as neither is there. */
export function readNumbers(profile: Profile | undefined): StudentNumbers {
  const { user, stats } = profile ?? {};
  return {
    attended: stats?.lessonsAttended ?? user?.Lessons_Attended,
    upcoming: stats?.upcomingBookings ?? user?.Lessons_Booked,
    credits: stats?.creditsRemaining ?? user?.Credits,
  };
}
