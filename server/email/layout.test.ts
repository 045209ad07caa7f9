// The layout of every email, with sample data.
import { expect, test } from 'vitest';

import { sampleEmails } from '../../sandbox/emails.ts';
import * as accounts from '../auth/emails.ts';
import * as security from '../auth/security-emails.ts';
import * as bookings from '../lessons/booking-emails.ts';
import * as waiting from '../lessons/waiting-emails.ts';
import * as enquiries from '../enquiries/emails.ts';
import * as freeLessons from '../enquiries/free-lesson-emails.ts';
import * as disputes from '../payments/dispute-emails.ts';
import * as payments from '../payments/emails.ts';
import * as people from '../families/emails.ts';
import { SENDER } from '../testing/sender.ts';
import * as tutorEmails from '../tutor/emails.ts';
import { button, greeting, link, page, prose } from './content.ts';
import { renderHtml } from './layout.ts';
import { renderText } from './sender.ts';
import { emailStyles, stylesIn } from './styles.ts';

const modules = [accounts, security, bookings, waiting, enquiries, freeLessons, disputes, payments];
/** Exports of these modules that are not emails. */
const PARTS = /^(?:whenOf|pageOf|changeOf|reminderMark|hoursOf|causeOfLink|isNothing)$/;

test('has a sample of every email', () => {
  const sampled = Object.keys(sampleEmails).map((name) => name.split(',')[0]);
  const emails = [...modules, people, tutorEmails]
    .flatMap((module) => Object.keys(module))
    .filter((name) => !PARTS.test(name));
  expect(new Set(sampled)).toEqual(new Set(emails));
});

test.for(Object.entries(sampleEmails))(
  '%s is a complete document that links only to the site',
  ([, { subject, paragraphs }]) => {
    const document = renderHtml(subject, paragraphs, SENDER);
    expect(document).toMatch(/^<!doctype html>\n<html lang="en-GB"><head>.*<\/body><\/html>\n$/s);
    expect(document).not.toMatch(/\b(?:src|background)=|url\(|<img|<link|@import|<script/i);
    for (const [, href] of document.matchAll(/\bhref="([^"]*)"/g))
      expect(href).toMatch(/^http:\/\/lessons\.test(?:\/|$)/);
    const parts = paragraphs.flat().filter((part) => typeof part === 'object');
    // At most one button.
    expect(parts.filter((part) => 'isButton' in part).length).toBeLessThan(2);
    const text = renderText(paragraphs, SENDER);
    for (const part of parts)
      if ('page' in part) expect(text).toContain(SENDER.siteUrl + part.page);
  },
);

const html = (paragraphs: Parameters<typeof renderHtml>[1], isAnsweredByUs?: boolean) =>
  renderHtml('Subject <b>', paragraphs, SENDER, isAnsweredByUs);
const previewOf = (document: string) =>
  /<div style="display:none[^"]*">([^<]*)<\/div>/.exec(document)?.[1];

test('a page that allows the email styles shows every email unchanged', () => {
  const { elements, attributes } = emailStyles();
  for (const message of Object.values(sampleEmails)) {
    const used = stylesIn(renderHtml(message.subject, message.paragraphs, SENDER));
    expect(elements).toEqual(used.elements);
    expect(attributes).toEqual(expect.arrayContaining(used.attributes));
  }
});

test('renders typed text as text', () => {
  const words = html([['<script>alert("1")</script> & \'quotes\'']]);
  const script = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;';
  expect(words).toContain(`${script} &amp; &#x27;quotes&#x27;`);
  expect(words).toContain('<title>Subject &lt;b&gt;</title>');
});

test('renders a button with its label, and a link with its label or URL', () => {
  const links = prose`Or ${link('look', '/user-home')} at ${page('/account')}.`;
  const said = [button('Sign in', '/sign-in'), links];
  expect(html(said)).toMatch(
    /<td class="button"[^>]*><a href="http:\/\/lessons\.test\/sign-in"[^>]*>Sign in<\/a><\/td>/,
  );
  expect(html(said)).toMatch(
    /Or <\/span><a href="http:\/\/lessons\.test\/user-home"[^>]*>look<\/a>/,
  );
  expect(renderText(said, SENDER)).toContain(
    'Sign in: http://lessons.test/sign-in\n\nOr look: http://lessons.test/user-home at http://lessons.test/account.',
  );
});

test('previews the first paragraph that is not a greeting', () => {
  const preview = (paragraphs: readonly string[]) =>
    previewOf(html(paragraphs.map((words) => [words])));
  expect(preview(['Dear Ann,', 'Your lesson is booked.', 'More.'])).toBe('Your lesson is booked.');
  expect(preview(['Dearest friends read this.'])).toBe('Dearest friends read this.');
  expect(preview([])).toBe('');
});

test("greets with the tutor's wording on the day of sending, outside the preview", () => {
  const words = { ...SENDER, greeting: 'Hi {name}, {name}!' };
  const said = [greeting('$& <b>{name}'), prose`News.`];
  expect(renderText(said, words)).toMatch(/^Hi \$& <b>\{name\}, \$& <b>\{name\}!\n\nNews\./);
  const document = renderHtml('Subject', said, words);
  expect(document).toContain('Hi $&amp; &lt;b&gt;{name}, ');
  expect(previewOf(document)).toBe('News.');
});

test('says when the recipient can reply', () => {
  expect(html([['x']])).toContain('You can simply reply to this email.');
  expect(html([['x']], false)).not.toContain('reply to this email');
});
