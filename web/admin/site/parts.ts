// The parts of the site's words and their fields, as the editor shows them.
import { type ContentPart, reviewRoles } from '../../../domain/content.ts';
import { CONTENT } from '../../../domain/content-limits.ts';

interface Named {
  /** The key in the part, list or group that has it. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

export interface TextField extends Named {
  readonly kind: 'text';
  /** Rows of a longer text; left out for one line. */
  readonly rows?: number;
  readonly type?: 'email' | 'tel' | 'url';
  /** 'absent': an empty field removes the value. 'empty': the empty text is the value. */
  readonly optional?: 'absent' | 'empty';
}

export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
}

export interface Group extends Named {
  readonly kind: 'group';
  readonly fields: readonly (TextField | ChoiceField)[];
  /** Can be switched off, which removes it. */
  readonly isOptional?: true;
}

export interface List extends Named {
  readonly kind: 'list';
  /** The name of one entry before its number: 'Review'. */
  readonly one: string;
  readonly min: number;
  readonly max: number;
  /** The fields of an entry; null for a list of lines. */
  readonly fields: readonly (TextField | ChoiceField)[] | null;
  /** A new entry. */
  readonly empty: unknown;
}

export type EditorField = TextField | ChoiceField | Group | List;

export interface Part {
  readonly title: string;
  readonly fields: readonly EditorField[];
}

const line = (key: string, label: string, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  key,
  label,
  ...more,
});
const prose = (key: string, label: string, more: Partial<TextField> = {}) =>
  line(key, label, { rows: 3, ...more });

const titled = [line('title', 'Title'), prose('text', 'Text', { rows: 2 })];
const noTitled = { title: '', text: '' };

const sections: List = {
  kind: 'list',
  key: 'sections',
  label: 'Sections',
  one: 'Section',
  ...CONTENT.sections,
  fields: [
    line('title', 'Title'),
    prose('text', 'Text', { rows: 8, hint: 'An empty line begins a new paragraph.' }),
  ],
  empty: noTitled,
};

export const parts: Readonly<Record<ContentPart, Part>> = {
  site: {
    title: 'Name',
    fields: [
      line('name', 'Name of the business'),
      line('tutor', 'Your name'),
      prose('description', 'Description', {
        rows: 2,
        hint: `One sentence for search engines and link previews. Up to ${CONTENT.description} characters.`,
      }),
      prose('sampleNotice', 'Sample notice', {
        rows: 2,
        optional: 'empty',
        hint: 'Stands at the foot of every page. Empty it once the words are your own.',
      }),
    ],
  },
  contact: {
    title: 'Contact',
    fields: [
      line('email', 'Email', { type: 'email' }),
      line('phone', 'Phone', { type: 'tel', hint: 'As visitors read it.' }),
      line('phoneLink', 'Phone to dial', {
        type: 'tel',
        hint: 'With the country code, such as +447700900123.',
      }),
    ],
  },
  seller: {
    title: 'Invoices',
    fields: [
      line('name', 'Seller', { hint: 'Who sells the lessons, as invoices name them.' }),
      {
        kind: 'list',
        key: 'address',
        label: 'Postal address',
        one: 'Line',
        min: 2,
        max: 6,
        fields: null,
        empty: '',
      },
      line('tax', 'Tax notice', {
        optional: 'absent',
        hint: 'Such as “Not VAT registered”, or your VAT number.',
      }),
    ],
  },
  hero: {
    title: 'First screen',
    fields: [
      line('label', 'Subject', { hint: 'A few words above the heading.' }),
      line('heading', 'Heading'),
      prose('text', 'Text'),
      {
        kind: 'list',
        key: 'facts',
        label: 'Facts',
        one: 'Fact',
        min: 2,
        max: 4,
        fields: null,
        empty: '',
      },
      line('trust.monogram', 'Initials', { hint: 'Up to 3 letters, drawn beside your name.' }),
      line('trust.role', 'Role', { hint: 'Beneath your name.' }),
      { kind: 'group', key: 'trust.hours', label: 'Experience', fields: titled },
      { kind: 'group', key: 'trust.result', label: 'Results', fields: titled },
      {
        kind: 'group',
        key: 'trust.check',
        label: 'Safeguarding check',
        fields: titled,
        isOptional: true,
      },
      prose('caption', 'Caption of the figure', { rows: 2 }),
    ],
  },
  profile: {
    title: 'About you',
    fields: [
      line('heading', 'Heading'),
      prose('introduction', 'Introduction'),
      {
        kind: 'list',
        key: 'claims',
        label: 'Claims',
        one: 'Claim',
        ...CONTENT.claims,
        fields: titled,
        empty: noTitled,
      },
      {
        kind: 'group',
        key: 'channel',
        label: 'Where to watch you teach',
        fields: [
          ...titled,
          line('label', 'Words of the link'),
          line('address', 'Link', { type: 'url' }),
        ],
      },
    ],
  },
  reasons: {
    title: 'Why lessons',
    fields: [
      line('heading', 'Heading'),
      prose('text', 'Text', { rows: 2 }),
      {
        kind: 'list',
        key: 'items',
        label: 'Reasons',
        one: 'Reason',
        min: 3,
        max: 3,
        fields: titled,
        empty: noTitled,
      },
      {
        kind: 'group',
        key: 'rhythm',
        label: 'Figure of the week',
        fields: [
          line('prepare', 'First row'),
          line('meet', 'Second row'),
          line('ask', 'Third row'),
          prose('caption', 'Caption', { rows: 2 }),
        ],
      },
      {
        kind: 'group',
        key: 'prices',
        label: 'Beside the prices',
        fields: [line('heading', 'Heading'), prose('text', 'Text', { rows: 2 })],
      },
    ],
  },
  testimonials: {
    title: 'Reviews',
    fields: [
      line('heading', 'Heading'),
      {
        kind: 'list',
        key: 'entries',
        label: 'Reviews',
        one: 'Review',
        ...CONTENT.reviews,
        fields: [
          line('name', 'Name'),
          {
            kind: 'choice',
            key: 'role',
            label: 'Who wrote it',
            options: reviewRoles.map((role) => ({ value: role, label: role })),
          },
          {
            kind: 'choice',
            key: 'rating',
            label: 'Rating',
            options: [5, 4, 3, 2, 1].map((stars) => ({ value: stars, label: `${stars} of 5` })),
          },
          line('highlight', 'In a few words'),
          prose('text', 'Review'),
        ],
        empty: { name: '', role: reviewRoles[0], rating: 5, text: '', highlight: '' },
      },
    ],
  },
  faq: {
    title: 'Questions',
    fields: [
      line('heading', 'Heading'),
      {
        kind: 'list',
        key: 'entries',
        label: 'Questions',
        one: 'Question',
        ...CONTENT.questions,
        fields: [line('question', 'Question'), prose('answer', 'Answer')],
        empty: { question: '', answer: '' },
      },
    ],
  },
  registration: {
    title: 'Registration',
    fields: [
      line('heading', 'Heading'),
      prose('text', 'Text', { rows: 2 }),
      {
        kind: 'list',
        key: 'highlights',
        label: 'Highlights',
        one: 'Highlight',
        min: 3,
        max: 3,
        fields: titled,
        empty: noTitled,
      },
    ],
  },
  terms: { title: 'Terms', fields: [line('heading', 'Heading'), sections] },
  privacy: { title: 'Privacy', fields: [line('heading', 'Heading'), sections] },
};
