// Recognises the columns of an imported file by the names that other products give them.
import { type Attribute, describeHeader, type HeaderMeaning } from './import-headers.ts';
import type { Columns } from './import.ts';

interface Column extends HeaderMeaning {
  readonly index: number;
}

/**
 * The columns with usual names. A column is recognised once, and one of last names only beside one
 * of first names.
 */
export function recogniseColumns(headers: readonly string[]): Columns {
  const columns = headers.flatMap((header, index): Column[] => {
    const meaning = describeHeader(header);
    return meaning === null ? [] : [{ ...meaning, index }];
  });
  const ofParent = (attribute: Attribute) =>
    bestOf(columns, attribute, 'parent') ?? bestOf(columns, attribute, null);
  const email = ofParent('email');
  const role = email?.role ?? null;
  // Beside 'Mother email', 'Mother name' is the parent and not 'Father name'.
  const parent = {
    attributeOf: (attribute: Attribute) => bestOf(columns, attribute, 'parent', role),
  };
  const phone = parent.attributeOf('phone') ?? bestOf(columns, 'phone', null);
  const parentNames = nameColumns(columns, 'parent', role);
  const studentNames = nameColumns(columns, 'student', null);
  // Names of nobody in particular are the parent's, unless the parent has names elsewhere.
  const otherNames = nameColumns(columns, null, null);
  const [parentName, parentLast] = parentNames ?? otherNames ?? [];
  const [studentName, studentLast] =
    studentNames ?? (parentNames === undefined ? [] : (otherNames ?? []));
  return withoutUndefined({
    Parent_Name: parentName,
    Parent_Last_Name: parentLast,
    Parent_Email: email?.index,
    Parent_Phone_Number: phone?.index,
    Student_Name: studentName,
    Student_Last_Name: studentLast,
    year_class: (bestOf(columns, 'year', 'student') ?? bestOf(columns, 'year', null))?.index,
    credits: bestOf(columns, 'credits', 'any')?.index,
  });
}

/** The most telling column; of equal ones the first, or the one of this role. */
function bestOf(
  columns: readonly Column[],
  attribute: Attribute,
  who: HeaderMeaning['who'] | 'any',
  role: string | null = null,
): Column | undefined {
  const found = columns
    .filter((column) => column.attribute === attribute && (who === 'any' || column.who === who))
    .toSorted((one, other) => one.rank - other.rank);
  return found.find((column) => role !== null && column.role === role) ?? found[0];
}

/** The column of whole or first names, and that of the last names beside it. */
function nameColumns(
  columns: readonly Column[],
  who: HeaderMeaning['who'],
  role: string | null,
): [number, number?] | undefined {
  const find = (attribute: Attribute) => bestOf(columns, attribute, who, role);
  const [full, first] = [find('name'), find('first')];
  const found = full?.isWhole === true ? full : (first ?? full);
  if (found === undefined) return undefined;
  // 'Name' beside 'Surname' may be a first name.
  const last = found.isWhole ? undefined : bestOf(columns, 'last', who, found.role);
  return last === undefined ? [found.index] : [found.index, last.index];
}

const withoutUndefined = (columns: Readonly<Record<keyof Columns, number | undefined>>): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== undefined));

/** The recognised columns, except where others were assigned by hand. */
export function assignColumns(headers: readonly string[], chosen: Columns): Columns {
  const taken = Object.values(chosen);
  const recognised = Object.entries(recogniseColumns(headers)).filter(
    ([, index]) => !taken.includes(index),
  );
  const all = { ...Object.fromEntries(recognised), ...chosen };
  return Object.fromEntries(Object.entries(all).filter(([, index]) => index !== null));
}
