// The columns of the tables with a family's people: how answers and the data export show them, and
// what erasure writes. A new column is described here once.
import type { FamilyData } from '../../domain/accounts/family-data.ts';
import type { Student } from '../../domain/people/student.ts';
import { toIso } from '../../domain/time.ts';
import { type DeletedColumns, type ErasedColumns, KEPT, type Row } from './columns.ts';

const REMOVED_NAME = 'Removed student';

const id = { isPersonal: false, because: 'an id' } as const;
const mark = {
  isPersonal: false,
  because: 'a hash too slow to recover an address or a number from, deleted with the person',
} as const;
const word = { isPersonal: false, because: 'one of a few fixed words' } as const;
/** 0 or 1 in the database. */
const flag = { read: (stored: number): boolean => stored === 1, write: Number };
const instant = { read: (stored: number) => toIso(stored) };
const optionalInstant = {
  read: (stored: number | null) => (stored === null ? null : toIso(stored)),
};

/** The rows of removed students stay, because their lessons still count. */
export const studentDefinition = {
  id: { ...id, answer: 'id', exported: 'id', erased: KEPT },
  family_id: { ...id, answer: null, exported: null, erased: KEPT },
  name: {
    isPersonal: true,
    answer: 'Student_Name',
    exported: 'Student_Name',
    erased: REMOVED_NAME,
  },
  /** Answers and export say what it is now: `describeYear`. */
  year_class: { ...word, answer: null, exported: 'year_said', erased: null },
  year_said_in: { answer: null, exported: 'year_said_in', erased: null },
  may_book: { ...flag, answer: 'may_book', exported: 'may_book', erased: 0 },
  created_at: { ...instant, answer: null, exported: 'created_at', erased: KEPT },
  /** Erasure sets it to the time of the removal. */
  removed_at: { ...optionalInstant, answer: null, exported: 'removed_at', erased: KEPT },
} as const satisfies ErasedColumns<Row<'students'>, Student, FamilyData['students'][number]>;

/** The rows of people who leave are deleted. */
export const personDefinition = {
  id: { ...id, exported: null },
  family_id: { ...id, exported: null },
  role: { ...word, exported: 'role' },
  student_id: { ...id, exported: null },
  name: { isPersonal: true, exported: 'name' },
  email: { isPersonal: true, exported: 'email' },
  email_confirmed_at: { ...optionalInstant, exported: 'email_confirmed_at' },
  phone: { isPersonal: true, exported: 'phone' },
  email_mark: { ...mark, exported: null },
  phone_mark: { ...mark, exported: null },
  password_hash: {
    isPersonal: false,
    because: 'a salted hash, deleted when the person leaves',
    exported: null,
  },
  created_at: { ...instant, exported: 'created_at' },
} as const satisfies DeletedColumns<Row<'people'>, FamilyData['people'][number]>;
