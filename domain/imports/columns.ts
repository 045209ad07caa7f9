// Recognises the columns of an imported file by the names that other products give them.
import type { Columns } from './import.ts';

interface Column extends HeaderMeaning {
  readonly index: number;
}

/**
 * The columns with usual names. A column is recognised once, and one of last names only beside one
 * of first names.
 */
export function recogniseColumns(headers: readonly string[]): Columns {
  const columns = spellHeaders(headers).flatMap((words, index): Column[] => {
    const described = describeHeader(words);
    return described === null ? [] : [{ ...described, index }];
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

/** The columns of a second and later student: the import reads one student from each row. */
export function furtherStudentColumns(headers: readonly string[]): number[] {
  return spellHeaders(headers).flatMap((words, index) => {
    if (!FURTHER.test(words)) return [];
    const described = describeHeader(words.replace(FURTHER, ' '));
    const isName = described?.attribute === 'name' || described?.attribute === 'first';
    return isName && described.who === 'student' ? [index] : [];
  });
}

/** The column with the best match; on a tie the first, or the one of this role. */
function bestOf(
  columns: Column[],
  attribute: Attribute,
  who: HeaderMeaning['who'] | 'any',
  role: string | null = null,
): Column | undefined {
  const matches = columns
    .filter((column) => column.attribute === attribute && (who === 'any' || column.who === who))
    .toSorted((one, other) => one.rank - other.rank);
  return matches.find((column) => role !== null && column.role === role) ?? matches[0];
}

/** The column of whole or first names, and that of the last names beside it. */
function nameColumns(columns: Column[], who: HeaderMeaning['who'], role: string | null) {
  const find = (attribute: Attribute) => bestOf(columns, attribute, who, role);
  const [full, first] = [find('name'), find('first')];
  const match = full?.isWhole === true ? full : (first ?? full);
  if (match === undefined) return undefined;
  // 'Name' beside 'Surname' may be a first name.
  const last = match.isWhole ? undefined : bestOf(columns, 'last', who, match.role);
  return last === undefined ? [match.index] : [match.index, last.index];
}

const withoutUndefined = (columns: Readonly<Record<keyof Columns, number | undefined>>): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== undefined));

/** The recognised columns, except where others were assigned by hand. */
export function assignColumns(headers: readonly string[], chosen: Columns): Columns {
  const usedColumns = Object.values(chosen);
  const recognised = Object.entries(recogniseColumns(headers)).filter(
    ([, index]) => !usedColumns.includes(index),
  );
  const all = { ...Object.fromEntries(recognised), ...chosen };
  return Object.fromEntries(Object.entries(all).filter(([, index]) => index !== null));
}

type Attribute = 'name' | 'first' | 'last' | 'email' | 'phone' | 'year' | 'credits';

interface HeaderMeaning {
  readonly who: 'parent' | 'student' | null;
  /** The word for the person, such as 'mother'; null without one. */
  readonly role: string | null;
  readonly attribute: Attribute;
  /** Whether it is a name that needs no last name beside it. */
  readonly isWhole: boolean;
  /** Lower is more telling. */
  readonly rank: number;
}

const PARENTS =
  'parent|guardian|carer|caregiver|mother|father|mum|mom|dad|client|customer|booker|payer|buyer|purchaser|invitee|registrant|billing|contact|account holder|family|household|adult';
const STUDENTS =
  'student|child(?:ren)?|pupil|learner|attendee|participant|player|tutee|kid|son|daughter|dependant';
const ROLE = new RegExp(`\\b(?:(${PARENTS})|(${STUDENTS}))s?\\b`, 'g');
/**
 * Programs that make columns of lists count from 0: 'students.0.name' is the first student's, and
 * 'students.1.name' the second's.
 */
const FROM_ZERO = new RegExp(`\\b(?:${PARENTS}|${STUDENTS})s? 0\\b`);

const FURTHER = /\b(?:[2-9]|second)\b/;
/** Columns of somebody else than the first parent. */
const OTHERS = /\b(?:[2-9]|second|secondary|other|alternative|emergency|doctor|gp|tutor|teacher)\b/;
/** Words that say nothing about what is in the column. */
const FILLERS = /\b(?:the|of|s|your|and|or|1|main|primary|preferred|legal|value|no|nr)\b/g;

/** A balance in pounds is no number of credits. */
const MONEY = /[£€$]/;

const FIRST_NAME = /^(?:(?:first|given|christian|fore) ?names?|forenames?|first)$/;
const LAST_NAME = /^(?:(?:last|sur|second|family) ?names?|surnames?|last)$/;
const NAME = /^(?:(?:full|display|whole|complete) )?names?$|^person$/;
const EMAIL = /^(?:(?:home|personal|work) )?e?mails?(?: (?:address(?:es)?|id))?$/;
const PHONE =
  /^(?:(?:home|work|day|daytime|evening|mobile|cell|tel|telephone|phone|contact) )*(?:phones?|mobiles?|mob|telephones?|tel|cell(?:phone)?)(?: (?:numbers?|mobile|home))*$|^numbers?$/;
const YEAR = /^(?:(?:current|nc|school) )?(?:year|yr)(?: ?(?:group|class))?$/;
const CREDITS =
  /^(?:(?:lesson|class|session|pass|package|remaining|available|unused|prepaid|current|number) )*(?:credits?|balance)(?: (?:left|remaining|available|balance))?$|^(?:lessons?|sessions?|class(?:es)?|passes) (?:left|remaining|available|balance)$|^(?:remaining|unused|available|prepaid) (?:lessons?|sessions?|class(?:es)?|passes)$/;

/** The words of each header, with lists counted from 1. */
function spellHeaders(headers: readonly string[]): string[] {
  const spelt = headers.map((header) => (MONEY.test(header) ? '' : wordsOf(header)));
  if (!spelt.some((words) => FROM_ZERO.test(words))) return spelt;
  return spelt.map((words) => words.replaceAll(/\b\d\b/g, (place) => String(Number(place) + 1)));
}

/** Null for a column without anything to import. */
function describeHeader(words: string): HeaderMeaning | null {
  if (OTHERS.test(words)) return null;
  const roles = [...words.matchAll(ROLE)];
  const parent = roles.find(([, role]) => role !== undefined)?.[1] ?? null;
  const student = roles.find(([, , role]) => role !== undefined)?.[2] ?? null;
  const plain = (text: string) => text.replaceAll(FILLERS, ' ').replaceAll(/ +/g, ' ').trim();
  // A family name is a last name.
  const whole = attributeOf(plain(words));
  if (whole !== null && whole !== 'phone') return meaning(whole, null, null, words);
  const rest = plain(words.replaceAll(ROLE, ' '));
  const attribute = attributeOf(rest);
  if (attribute === null) return describeBareRole(rest, parent, student);
  if (rest === 'number' && parent !== 'contact') return null;
  return meaning(attribute, parent, student, words);
}

function meaning(
  attribute: Attribute,
  parent: string | null,
  student: string | null,
  words: string,
): HeaderMeaning {
  const isWhole = /\b(?:full|whole|complete)\b/.test(words) || parent !== null || student !== null;
  const isMobile = /\b(?:mob|mobile|cell)/.test(words);
  return {
    who: parent !== null ? 'parent' : student !== null ? 'student' : null,
    role: parent ?? student,
    attribute,
    isWhole: attribute === 'name' && isWhole,
    // 'Contact' and 'billing' are vaguer than 'parent'; at home nobody reads messages.
    rank:
      (parent === 'contact' || parent === 'billing' || parent === 'family' ? 4 : 0) +
      (/\b(?:home|work|day|daytime|evening)\b/.test(words) && !isMobile ? 2 : 0),
  };
}

/** 'Parent' and 'Pupil' are names. 'Contact' may be anything. */
function describeBareRole(rest: string, parent: string | null, student: string | null) {
  const isVague = parent !== null && /^(?:contact|family|household|billing|adult)$/.test(parent);
  if (rest !== '' || isVague || (parent === null && student === null)) return null;
  return { ...meaning('name', parent, student, ''), rank: 1 };
}

const ATTRIBUTES: readonly (readonly [RegExp, Attribute])[] = [
  [FIRST_NAME, 'first'],
  [LAST_NAME, 'last'],
  [NAME, 'name'],
  [EMAIL, 'email'],
  [PHONE, 'phone'],
  [YEAR, 'year'],
  [CREDITS, 'credits'],
];

const attributeOf = (words: string): Attribute | null =>
  ATTRIBUTES.find(([pattern]) => pattern.test(words))?.[1] ?? null;

/** "Parent's e-mail", 'PARENT_EMAIL' and 'parentEmail' alike are 'parent email'. */
const wordsOf = (header: string): string =>
  header
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/['’]s?\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .replaceAll(/\be mail/g, 'email')
    .replaceAll(
      /\b(first|last|full|parent|student|child|pupil|client|customer)(name|email|phone|mobile)\b/g,
      '$1 $2',
    )
    .replaceAll(/\b(phone|mobile|tel|telephone|contact)(number|no)\b/g, '$1 number')
    .replaceAll(/\byear(group|class)\b/g, 'year $1')
    .replaceAll(/\bparent or carer\b|\bparent and carer\b/g, 'parent')
    .trim();
