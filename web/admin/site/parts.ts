// The parts of the site's words and their fields, as the editor shows them.
import { accentNames } from '../../../domain/site/accent.ts';
import { CONTENT } from '../../../domain/site/content-fields.ts';
import { type ContentPart, reviewRoles } from '../../../domain/site/content.ts';
import type { FieldName, Group, List, PictureField, SitePart, TextField } from './editing.ts';

const line = (key: string, label: string, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  key,
  label,
  ...more,
});
const prose = (key: string, label: string, more: Partial<TextField> = {}) =>
  line(key, label, { rows: 3, ...more });

const group = (key: string, label: string, fields: Group['fields']): Group => ({
  kind: 'group',
  key,
  label,
  fields,
});

/** `one` names an entry, and `empty` is a new one. */
const list = (
  key: string,
  label: string,
  one: string,
  { min, max }: Pick<List, 'min' | 'max'>,
  fields: List['fields'],
  empty: unknown,
): List => ({ kind: 'list', key, label, one, min, max, fields, empty });

interface NamedPicture extends FieldName {
  shape: number | null;
  /** What its description is for. */
  about: string;
}

const picture = ({ about, ...field }: NamedPicture): PictureField => ({
  kind: 'picture',
  ...field,
  description: { key: 'alt', label: `Description of the ${field.key}`, hint: about },
});

const titled = [line('title', 'Title'), prose('text', 'Text', { rows: 2 })];
const noTitled = { title: '', text: '' };

const sections = list(
  'sections',
  'Sections',
  'Section',
  CONTENT.sections,
  [
    line('title', 'Title'),
    prose('text', 'Text', { rows: 8, hint: 'An empty line begins a new paragraph.' }),
  ],
  noTitled,
);

export const parts: Readonly<Record<ContentPart, SitePart>> = {
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
      {
        kind: 'choice',
        key: 'accent',
        label: 'Colour',
        hint: 'Of buttons, links and marks. Each is readable in the light and the dark scheme.',
        options: accentNames.map((name) => ({
          value: name,
          label: `${name[0]?.toUpperCase()}${name.slice(1)}`,
        })),
      },
      picture({
        key: 'logo',
        label: 'Logo',
        hint: 'In place of the wave before the name.',
        shape: null,
        about: 'What it says, if it says more than the name beside it; otherwise leave it empty.',
      }),
      picture({
        key: 'share',
        label: 'Picture for link previews',
        hint: 'Shown where somebody shares your page. Without one, your name and heading are drawn.',
        shape: 1200 / 630,
        about: 'What it shows, for people who cannot see it.',
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
      list('address', 'Postal address', 'Line', { min: 2, max: 6 }, null, ''),
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
      list('facts', 'Facts', 'Fact', { min: 2, max: 4 }, null, ''),
      line('trust.monogram', 'Initials', { hint: 'Up to 3 letters, drawn beside your name.' }),
      line('trust.role', 'Role', { hint: 'Beneath your name.' }),
      group('trust.hours', 'Experience', titled),
      group('trust.result', 'Results', titled),
      { ...group('trust.check', 'Safeguarding check', titled), isOptional: true },
      { kind: 'switch', key: 'figure', label: 'Show the figure of two slits' },
      prose('caption', 'Caption of the figure', { rows: 2 }),
    ],
  },
  profile: {
    title: 'About you',
    fields: [
      line('heading', 'Heading'),
      prose('introduction', 'Introduction'),
      picture({
        key: 'portrait',
        label: 'Portrait',
        hint: 'In place of the drawing beside your name, and larger here.',
        shape: 4 / 5,
        about: 'What it shows, for people who cannot see it, such as “Ada at a whiteboard”.',
      }),
      list('claims', 'Claims', 'Claim', CONTENT.claims, titled, noTitled),
      group('channel', 'Where to watch you teach', [
        ...titled,
        line('label', 'Words of the link'),
        line('address', 'Link', { type: 'url' }),
      ]),
    ],
  },
  reasons: {
    title: 'Why lessons',
    fields: [
      line('heading', 'Heading'),
      prose('text', 'Text', { rows: 2 }),
      list('items', 'Reasons', 'Reason', { min: 3, max: 3 }, titled, noTitled),
      group('rhythm', 'Figure of the week', [
        line('prepare', 'First row'),
        line('meet', 'Second row'),
        line('ask', 'Third row'),
        prose('caption', 'Caption', { rows: 2 }),
      ]),
      group('prices', 'Beside the prices', [
        line('heading', 'Heading'),
        prose('text', 'Text', { rows: 2 }),
      ]),
    ],
  },
  testimonials: {
    title: 'Reviews',
    fields: [
      line('heading', 'Heading'),
      list(
        'entries',
        'Reviews',
        'Review',
        CONTENT.reviews,
        [
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
        { name: '', role: reviewRoles[0], rating: 5, text: '', highlight: '' },
      ),
    ],
  },
  faq: {
    title: 'Questions',
    fields: [
      line('heading', 'Heading'),
      list(
        'entries',
        'Questions',
        'Question',
        CONTENT.questions,
        [line('question', 'Question'), prose('answer', 'Answer')],
        { question: '', answer: '' },
      ),
    ],
  },
  registration: {
    title: 'Registration',
    fields: [
      line('heading', 'Heading'),
      prose('text', 'Text', { rows: 2 }),
      list('highlights', 'Highlights', 'Highlight', { min: 3, max: 3 }, titled, noTitled),
    ],
  },
  terms: { title: 'Terms', fields: [line('heading', 'Heading'), sections] },
  privacy: { title: 'Privacy', fields: [line('heading', 'Heading'), sections] },
};
