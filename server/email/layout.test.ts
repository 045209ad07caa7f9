// The layout of every email, with sample data.
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleEmails } from '../../sandbox/emails.ts';
import { SENDER } from '../testing/sender.ts';
import {
  button,
  callButton,
  checklist,
  facts,
  greeting,
  headline,
  link,
  type Paragraph,
  page,
  prose,
  SIGNATURE,
  small,
  tutor,
} from './content.ts';
import { emailStyles, renderEmail } from './render.ts';
import { headlineOf } from './sender.ts';

test('has a sample of every email', async () => {
  const server = join(import.meta.dirname, '..');
  const files = await Array.fromAsync(glob('!(testing)/**/*emails.ts', { cwd: server }));
  const modules: object[] = await Promise.all(files.map((file) => import(join(server, file))));
  const emails = modules.flatMap(Object.keys).filter((name) => name.endsWith('Email'));
  const sampled = Object.keys(sampleEmails).map((name) => name.split(',')[0] ?? '');
  expect([...new Set(sampled)].toSorted()).toEqual(emails.toSorted());
});

test.each(Object.entries(sampleEmails))(
  '%s is a complete document that links only to the site',
  async (_, message) => {
    const { html, text } = await renderEmail(message, SENDER);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-GB"><head>.*<\/body><\/html>\n$/s);
    expect(html).not.toMatch(/\b(?:src|background)=|url\(|<img|<link|@import|<script/i);
    for (const [, href] of html.matchAll(/\bhref="([^"]*)"/g))
      expect(href).toMatch(/^(?:http:\/\/lessons\.test(?:\/|$)|tel:\+?\d+$)/);
    // At most one button.
    expect(
      message.paragraphs.flat().filter((part) => typeof part === 'object' && part.kind === 'button')
        .length,
    ).toBeLessThan(2);
    for (const part of message.paragraphs.flat())
      if (typeof part === 'object' && 'page' in part)
        expect(text).toContain(SENDER.siteUrl + part.page);
  },
);

/** The sentences of the greeted person, not the values of a comparison or the tutor's name. */
test.each(Object.entries(sampleEmails))(
  '%s says three different things in its subject, headline and first sentence',
  async (_, message) => {
    const { html } = await renderEmail(message, SENDER);
    const heading = headlineOf(message.paragraphs, SENDER) ?? '';
    expect(heading).not.toBe('');
    expect(html.match(/<h1/g)).toHaveLength(1);
    const [first = ''] = (previewIn(html) ?? '').split(/[.:?](?: |$)/);
    const said = [message.subject, heading, first].map((words) => words.toLowerCase());
    for (const [position, words] of said.entries())
      for (const other of said.slice(position + 1)) {
        expect(words).not.toContain(other);
        expect(other).not.toContain(words);
      }
  },
);

const render = (paragraphs: readonly Paragraph[], isAnsweredByUs?: boolean, sender = SENDER) =>
  renderEmail({ subject: 'Subject <b>', paragraphs }, sender, isAnsweredByUs);

/** The texts of a document's style attributes. */
const stylesIn = (html: string) =>
  html
    .split(' style="')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')));

test('a page that allows the email styles shows every email unchanged', async () => {
  const { sheet, inline } = await emailStyles();
  for (const message of Object.values(sampleEmails)) {
    const { html } = await renderEmail(message, SENDER);
    expect(html).toContain(`<style>${sheet}</style>`);
    expect(inline).toEqual(expect.arrayContaining(stylesIn(html)));
  }
});

test('renders typed text as text', async () => {
  const { html } = await render([['<script>alert("1")</script> & \'quotes\'']]);
  expect(html).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#x27;quotes&#x27;',
  );
  expect(html).toContain('<title>Subject &lt;b&gt;</title>');
});

test('raises and lowers what is read aloud otherwise wrongly', async () => {
  const { html, text } = await renderEmail(
    { subject: 'Units', paragraphs: [['1.67×10⁻²⁷ kg, N₀ and 9.81 m/s²']] },
    SENDER,
  );
  const plain = html.replaceAll(/<(\/?su[bp])[^>]*>/g, '[$1]');
  expect(plain).toContain('1.67×10[sup]−27[/sup] kg, N[sub]0[/sub] and 9.81 m/s²');
  expect(text).toContain('1.67×10⁻²⁷ kg, N₀ and 9.81 m/s²');
});

test('renders a button with its label, and a link with its label or URL', async () => {
  const { html, text } = await render([
    button('Sign in', '/sign-in'),
    prose`Or ${link('look', '/user-home')} at ${page('/account')}.`,
  ]);
  expect(html).toMatch(
    /<td class="button"[^>]*><a href="http:\/\/lessons\.test\/sign-in"[^>]*>Sign in<\/a><\/td>/,
  );
  expect(html).toMatch(/Or <\/span><a href="http:\/\/lessons\.test\/user-home"[^>]*>look<\/a>/);
  expect(text).toContain(
    'Sign in: http://lessons.test/sign-in\n\nOr look: http://lessons.test/user-home at http://lessons.test/account\n\n',
  );
});

// A URL in angle brackets is no link for autolink-js 1.0.2; txt2html 3.0 and HTML::FromText 2.07
// take the bracket for a part of it.
test.for([
  [prose`Look at ${page('/a')}.`, 'Look at http://lessons.test/a'],
  [small(prose`Look at ${page('/a')}.`), 'Look at http://lessons.test/a'],
  [
    prose`See ${link('it', '/a')}. Then ${link('go', '/b')}.`,
    'See it: http://lessons.test/a\nThen go: http://lessons.test/b',
  ],
  [prose`${link('See it', '/a')}, all.`, 'See it: <http://lessons.test/a>, all.'],
  [prose`(${page('/a')})`, '(<http://lessons.test/a>)'],
  [prose`${page('/a')} is it. Go.`, 'http://lessons.test/a is it. Go.'],
] as const)('ends the line of a URL that ends a sentence: %#', async ([paragraph, text]) => {
  expect((await render([paragraph])).text).toBe(
    `${text}\n\n-- \n${SENDER.name}\n${SENDER.siteUrl}\n`,
  );
});

/** The preview that mail programs show beside the subject. */
const previewIn = (html: string) => /<div style="display:none[^"]*">([^<]*)<\/div>/.exec(html)?.[1];

test('previews the first paragraph that is not a greeting', async () => {
  const preview = async (...paragraphs: string[]) =>
    previewIn((await render(paragraphs.map((words) => [words]))).html);
  expect(await preview('Dear Ann,', 'Your lesson is booked.', 'More.')).toBe(
    'Your lesson is booked.',
  );
  expect(await preview('Dearest friends read this.')).toBe('Dearest friends read this.');
  expect(await preview()).toBe('');
});

test('shows name and heading before the preview, as text browsers hide nothing', async () => {
  const { html } = await render([headline`Lesson booked`, prose`Bring a ruler.`]);
  const order = ['>Sample Physics<', '>Lesson booked<', '>Bring a ruler.</div>'];
  const places = order.map((words) => html.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("greets with the tutor's wording on the day of sending, outside the preview", async () => {
  const { html, text } = await render([greeting('$& <b>{name}'), prose`News.`], true, {
    ...SENDER,
    greeting: 'Hi {name}, {name}!',
  });
  expect(text).toMatch(/^Hi \$& <b>\{name\}, \$& <b>\{name\}!\n\nNews\./);
  expect(html).toContain('Hi $&amp; &lt;b&gt;{name}, ');
  expect(previewIn(html)).toBe('News.');
});

test('says when the recipient can reply', async () => {
  expect((await render([['x']])).html).toContain('You can simply reply to this email.');
  expect((await render([['x']], false)).html).not.toContain('reply to this email');
});

test.each([
  ['07700 900 111', '07700900111'],
  ['+44 (0)7700-900111', '+447700900111'],
  ['０７７００ 900111', '07700900111'],
  ['1;javascript:alert(1)', '11'],
  ['', null],
  ['no number', null],
])('calls %j by its digits only: %s', (typed, digits) => {
  expect(callButton('Call', typed)).toEqual(
    digits && { kind: 'call', number: digits, label: 'Call' },
  );
});

test('lists each line of the notes, with or without a dash', async () => {
  const { text, html } = await render([checklist('Notes', '- a <b>\n\n  • ruler\nand a pencil')]);
  expect(text).toContain('Notes:\n\u2610 a <b>\n\u2610 ruler\n\u2610 and a pencil\n');
  expect(html).toContain('>a &lt;b&gt;</td>');
});

// As html2plaintext 2.1.4 does, which helpdesks store emails with.
test('keeps the words of a table apart where only its tags are taken away', async () => {
  const { html } = await render([
    headline`Paid`,
    facts({ label: '5 credits', value: '£240.00' }, { label: 'Total', value: '£240.00' }),
    checklist('Notes', 'a ruler'),
  ]);
  const words = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  expect(words).toContain('Sample Physics Paid ');
  expect(words).toContain('5 credits £240.00 Total £240.00 Notes \u2610 a ruler ');
});

test('is signed by the tutor, or by nobody', async () => {
  const signed = [headline`By ${tutor}`, prose`News.`, SIGNATURE];
  expect((await render(signed)).text).toMatch(/^By Dr Ada Sample\n\nNews\.\n\nDr Ada Sample\n\n--/);
  const { text, html } = await render(signed, true, { ...SENDER, tutor: null });
  expect(text).toMatch(/^By Sample Physics\n\nNews\.\n\n--/);
  expect(html).not.toContain('<span></span>');
});
