// What the header of a column says: whose value it is, and which. 'Parent/Guardian 1 E-mail' is a
// parent's email. Seen in the exports of Acuity ('First Name', 'Phone'), Bookwhen ('Attendee name',
// 'Booker email'), Google Contacts ('E-mail 1 - Value'), Wix ('Email 1', 'Client mobile'), Moodle
// ('firstname', 'phone1'), Calendly ('Invitee Name'), Outlook ('E-mail Address') and others.

export type Attribute = 'name' | 'first' | 'last' | 'email' | 'phone' | 'year' | 'credits';

export interface HeaderMeaning {
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
  'student|child|pupil|learner|attendee|participant|player|tutee|kid|son|daughter|dependant';
const ROLE = new RegExp(`\\b(?:(${PARENTS})|(${STUDENTS}))s?\\b`, 'g');

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

/** Null for a column without anything to import. */
export function describeHeader(header: string): HeaderMeaning | null {
  if (MONEY.test(header)) return null;
  const words = wordsOf(header);
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
function describeBareRole(
  rest: string,
  parent: string | null,
  student: string | null,
): HeaderMeaning | null {
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
