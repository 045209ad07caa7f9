// The fields that the forms of one lesson and of a term share.
import { MAX_STUDENTS } from '../../../domain/limits.ts';

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
