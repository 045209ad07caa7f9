// Recognises the columns of an imported file by the names that other products give them.
import type { Columns, ImportField } from './import.ts';

/**
 * The usual names, the most telling first. Acuity: 'First Name', 'Phone', 'Email'. Bookwhen:
 * 'Attendee name', 'Mobile'. Google Contacts: 'Given Name', 'E-mail 1 - Value', 'Phone 1 - Value'.
 */
const usualNames: Readonly<Record<ImportField, readonly string[]>> = {
  Parent_Name: [
    'parent name',
    'parent full name',
    'parent guardian name',
    'parent carer name',
    'parent guardian',
    'parent carer',
    'parent',
    'guardian name',
    'guardian',
    'client name',
    'client',
    'customer name',
    'customer',
    'booker name',
    'booker',
    'contact name',
    'account holder',
    'invitee name',
    'parent first name',
    'client first name',
    'customer first name',
    'full name',
    'first name',
    'given name',
    'forename',
    'your name',
    'name',
  ],
  Parent_Last_Name: [
    'parent last name',
    'parent surname',
    'client last name',
    'customer last name',
    'last name',
    'surname',
    'family name',
  ],
  Parent_Email: [
    'parent email',
    'parent email address',
    'guardian email',
    'client email',
    'customer email',
    'booker email',
    'contact email',
    'invitee email',
    'email',
    'email address',
    'email 1 value',
    'mail',
  ],
  Parent_Phone_Number: [
    'parent phone',
    'parent phone number',
    'parent mobile',
    'parent telephone',
    'client phone',
    'customer phone',
    'contact number',
    'phone',
    'phone number',
    'mobile',
    'mobile number',
    'mobile phone',
    'telephone',
    'telephone number',
    'tel',
    'cell',
    'cell phone',
    'phone 1 value',
  ],
  Student_Name: [
    'student name',
    'student full name',
    'student',
    'child name',
    'child',
    'pupil name',
    'pupil',
    'learner name',
    'learner',
    'attendee name',
    'attendee',
    'participant name',
    'participant',
    'student first name',
    'child first name',
    'pupil first name',
    'attendee first name',
  ],
  Student_Last_Name: [
    'student last name',
    'student surname',
    'child last name',
    'child surname',
    'pupil last name',
    'pupil surname',
    'attendee last name',
    'attendee surname',
  ],
  year_class: ['year class', 'year group', 'yeargroup', 'school year', 'student year', 'year'],
  credits: [
    'credits',
    'credits left',
    'credits remaining',
    'remaining credits',
    'lesson credits',
    'credit',
    'lessons left',
    'lessons remaining',
    'remaining lessons',
    'sessions left',
    'sessions remaining',
    'classes left',
    'classes remaining',
  ],
};

const IS_FIRST_NAME = /\b(first|given) name$|^forename$/;

/** "Parent's e-mail" and 'PARENT_EMAIL' alike are 'parent email'. */
const plain = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\be mail\b/, 'email')
    .replace(/\b(parent|student|child|pupil|client|customer)s\b/, '$1')
    .trim();

/**
 * The columns with usual names. A column is recognised once, and one of last names only beside one
 * of first names.
 */
export function recogniseColumns(headers: readonly string[]): Columns {
  const names = headers.map(plain);
  const taken = new Set<number>();
  const find = (field: ImportField): Columns => {
    const known = usualNames[field].map((name) => names.indexOf(name));
    const index = known.find((position) => position !== -1);
    if (index === undefined || taken.has(index)) return {};
    taken.add(index);
    return { [field]: index };
  };
  const withLastName = (
    first: 'Parent_Name' | 'Student_Name',
    last: 'Parent_Last_Name' | 'Student_Last_Name',
  ): Columns => {
    const found = find(first);
    const name = names[found[first] ?? -1] ?? '';
    return IS_FIRST_NAME.test(name) ? { ...found, ...find(last) } : found;
  };
  return {
    ...withLastName('Parent_Name', 'Parent_Last_Name'),
    ...find('Parent_Email'),
    ...find('Parent_Phone_Number'),
    ...withLastName('Student_Name', 'Student_Last_Name'),
    ...find('year_class'),
    ...find('credits'),
  };
}

/** The recognised columns, except where others were assigned by hand. */
export function assignColumns(headers: readonly string[], chosen: Columns): Columns {
  const taken = Object.values(chosen);
  const recognised = Object.entries(recogniseColumns(headers)).filter(
    ([, index]) => !taken.includes(index),
  );
  const all = { ...Object.fromEntries(recognised), ...chosen };
  return Object.fromEntries(Object.entries(all).filter(([, index]) => index !== null));
}
