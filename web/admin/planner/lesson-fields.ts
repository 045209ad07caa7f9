// Shared by the forms for a lesson and for a term.
import { MAX_STUDENTS } from '../../../domain/lesson-fields.ts';

export const meetingLinkField = {
  name: 'Meeting_Link',
  label: 'Meeting link',
  type: 'url',
  placeholder: 'https://',
  autoComplete: 'off',
} as const;

export const maxStudentsField = {
  name: 'Max_Students',
  label: 'Max students',
  min: MAX_STUDENTS.min,
  max: MAX_STUDENTS.max,
} as const;

/** The style of a time that toggles with a tap. */
export const choiceButtonClass =
  'figures min-h-11 cursor-pointer rounded-md border border-dashed border-rule font-bold hover:border-solid hover:border-signal hover:text-signal aria-pressed:border-solid aria-pressed:border-signal aria-pressed:bg-wash aria-pressed:text-signal aria-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)]';
