// The three numbers of whoever is signed in, wherever they can be had.
import type { FamilyUser, FamilyStats } from '../../domain/account.ts';

interface Profile {
  readonly user?: Partial<FamilyUser> | undefined;
  readonly stats?: Partial<FamilyStats> | undefined;
}

export interface FamilyNumbers {
  readonly attended: number | undefined;
  readonly upcoming: number | undefined;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null | undefined;
}

/** The counted numbers, or else the profile's own fields; undefined as long as neither is there. */
export function readNumbers(profile: Profile | undefined): FamilyNumbers {
  const { user, stats } = profile ?? {};
  return {
    attended: stats?.lessonsAttended ?? user?.Lessons_Attended,
    upcoming: stats?.upcomingBookings ?? user?.Lessons_Booked,
    credits: stats?.creditsRemaining ?? user?.Credits,
  };
}
