// The constants of moving in from another product. They are apart from limits.ts because only the
// tutor's import page loads them.
import { MAX_ADJUSTMENT } from '../tutor/tutor-limits.ts';

export const IMPORT = {
  rows: 5000,
  columns: 200,
  bytes: 2 * 1024 * 1024,
  /** The credits of one row: as many as the tutor can give at once. */
  creditsOfRow: MAX_ADJUSTMENT,
  /** How much of a text with a problem is shown. */
  shownLength: 200,
  /** How much of a cell is read: far more than any field holds. */
  cellLength: 400,
  /** How much of a cell a problem or a note repeats. */
  quotedLength: 60,
  undoHours: 24,
  invitationDays: 30,
  /** So slowly that all other emails find a free connection. */
  emailsPerMinute: 30,
  /** How long a family that nobody uses stays. */
  unusedDays: 365,
} as const;
