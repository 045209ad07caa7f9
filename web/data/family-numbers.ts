// The three numbers of the signed-in person, from whichever source has them.
import type { FamilyUser } from '../../domain/people/account.ts';
import type { Profile } from './family.ts';

interface CountedProfile extends Pick<Profile, 'stats'> {
  readonly user: Pick<FamilyUser, 'Credits' | 'Lessons_Attended' | 'Lessons_Booked'>;
}

export interface FamilyNumbers {
  readonly attended: number | undefined;
  readonly upcoming: number | undefined;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null | undefined;
}

/** The counted numbers, or else the profile's own fields; undefined while neither is loaded. */
export function readNumbers(profile: CountedProfile | undefined): FamilyNumbers {
  const { user, stats } = profile ?? {};
  return {
    attended: stats?.lessonsAttended ?? user?.Lessons_Attended,
    upcoming: stats?.upcomingBookings ?? user?.Lessons_Booked,
    credits: stats?.creditsRemaining ?? user?.Credits,
  };
}
