// What processes tell each other about one family: its own pages should load again.
import type { FamilyActor } from '../sessions/sessions.ts';

/** Announced with a family's id and, where one of its students is concerned, that student's. */
const FAMILY_CHANGED = 'family:';

/** Whom a change of a family concerns: its parents, and the student if it is about one. */
interface FamilyNews {
  readonly familyId: string;
  /** Null for what only parents see, such as credits. */
  readonly studentId: string | null;
}

/** The announcement for what a family has booked, cancelled, joined, bought or was given. */
export const familyNews = ({ familyId, studentId }: FamilyNews): string =>
  `${FAMILY_CHANGED}${familyId} ${studentId ?? ''}`;

/** Null for an announcement about something else. */
export function readFamilyNews(message: string): FamilyNews | null {
  if (!message.startsWith(FAMILY_CHANGED)) return null;
  const [familyId = '', studentId = ''] = message.slice(FAMILY_CHANGED.length).split(' ');
  return { familyId, studentId: studentId === '' ? null : studentId };
}

/** Whether a person gets this news: a student hears only about their own lessons. */
export function isConcerned(
  { familyId, student }: Pick<FamilyActor, 'familyId' | 'student'>,
  news: FamilyNews,
): boolean {
  return familyId === news.familyId && (student === null || student.id === news.studentId);
}
