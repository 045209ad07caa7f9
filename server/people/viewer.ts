// The person who looks at lessons, and sees their own bookings, reservations and waiting-list
// entries.
/** A parent sees what belongs to their family, a student only what is their own. */
export type FamilyViewer =
  | { readonly kind: 'parent'; readonly familyId: string }
  | { readonly kind: 'student'; readonly familyId: string; readonly studentId: string };

/** The tutor and visitors have no bookings of their own. */
export type Viewer = FamilyViewer | { readonly kind: 'tutor' } | { readonly kind: 'visitor' };

export const viewerOf = ({
  familyId,
  student,
}: {
  familyId: string;
  student: { id: string } | null;
}): FamilyViewer =>
  student === null
    ? { kind: 'parent', familyId }
    : { kind: 'student', familyId, studentId: student.id };
