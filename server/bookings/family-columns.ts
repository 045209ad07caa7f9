// Whom the emails about a booking go to, for queries that join students.

/** The columns of a BookedFamily. */
export const familyColumns = [
  'students.id as student_id',
  'parent_email',
  'parent_name',
  'student_name',
] as const;
