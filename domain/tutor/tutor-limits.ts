// Numbers of the tutor's pages. They are apart from limits.ts because only those pages load them.

/** The days of the tutor's figures: before today without dates, and the most that can be asked. */
export const FIGURES_DAYS = { back: 90, max: 800 } as const;
/** A family without a lesson ahead has stopped coming this many days after its last one. */
export const STOPPED_DAYS = { min: 14, max: 366 } as const;
/** The attended lessons that a family's pictures are built from, the latest ones. */
export const MAX_ATTENDED_LISTED = 200;
/** Lessons that 'repeat weekly' creates. */
export const REPEAT_WEEKS = { min: 2, max: 26 } as const;
/** Lessons of one week copied at once; copies of copies would otherwise double without end. */
export const MAX_LESSONS_COPIED = 50;
/**
 * A term is planned in one go. The longest in England has fifteen weeks; a week has four lessons.
 */
export const TERM_WEEKS = { min: 1, max: 15, proposed: 6 } as const;
export const MAX_LESSONS_PER_TERM = 60;
export const ACTIVITY_WINDOW_DAYS_BACK = 30;
/** How long an undelivered email is shown to the tutor. */
export const UNDELIVERED_DAYS_BACK = 30;
export const MAX_UNDELIVERED_LISTED = 200;
export const MAX_ACTIVITIES_LISTED = 1000;
export const MAX_FAMILIES_LISTED = 10_000;
export const MAX_ADJUSTMENT = 100;
