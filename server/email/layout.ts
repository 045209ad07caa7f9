// The layout of every email: tables and inline styles, which all mail programs support, in the
// site's colours. Nothing is loaded from the network.
import { createElement as h, type CSSProperties, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { intensity } from '../../domain/two-slits.ts';
import type { Paragraph, Part } from './content.ts';
import { FROM_NOW_ON, linkOf, type Sender, UNTIL_NOW, wordsOf } from './sender.ts';
import { light, link, SANS, SERIF, shade, SHADES, STYLES, table, text } from './look.ts';

const WIDTH = 600;

/** The number of bands in the interference fringes at the top. */
const BANDS = 49;
const SLITS = { wavelength: 1, separation: 3 };

const bands = Array.from({ length: BANDS }, (_, band) =>
  Math.round(intensity(SLITS, (band / (BANDS - 1)) * 2 - 1) * SHADES),
);

function fringes(): ReactNode {
  const cells = bands.map((level, band) =>
    h(
      'td',
      {
        key: band,
        className: `f${level}`,
        bgcolor: shade(light, level),
        height: 6,
        style: { backgroundColor: shade(light, level), fontSize: 1, lineHeight: '6px' },
      },
      '\u00a0',
    ),
  );
  return table({ tableLayout: 'fixed' }, h('tr', null, cells), { 'aria-hidden': true });
}

/** Renders text with its line breaks. */
const lines = (words: string): ReactNode[] =>
  words
    .split('\n')
    .flatMap((line, position) => (position === 0 ? [line] : [h('br', { key: position }), line]));

function inline(part: Part, position: number, sender: Sender): ReactNode {
  const href = linkOf(part, sender);
  const words = lines(wordsOf(part, sender));
  return href === null
    ? h('span', { key: position }, words)
    : h(
        'a',
        { key: position, href, className: 'link', style: { ...link, overflowWrap: 'anywhere' } },
        words,
      );
}

/**
 * Mail programs based on a word processor apply the cell's padding and not the link's; all others
 * apply the link's.
 */
function button(label: string, href: string): ReactNode {
  const cell = {
    className: 'button',
    bgcolor: light.signal,
    align: 'center',
    style: { backgroundColor: light.signal, borderRadius: 5, msoPaddingAlt: '14px 24px' },
  };
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '14px 24px',
    fontFamily: SANS,
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 700,
    color: light.onSignal,
    textDecoration: 'none',
  };
  return h(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { margin: '24px 0' },
    },
    h('tbody', null, h('tr', null, h('td', cell, h('a', { href, className: 'on', style }, label)))),
  );
}

type Comparison = Extract<Part, { before: unknown }>;

/** Two columns; changed values in the second one are bold. */
function sideBySide({ before, after }: Comparison): ReactNode {
  const column = (
    name: string,
    heading: string,
    said: readonly string[],
    edge: string,
    tone: 'pencil' | 'ink',
  ) =>
    h(
      'td',
      {
        className: name,
        width: '50%',
        valign: 'top',
        style: { borderTop: `3px solid ${edge}`, padding: '10px 12px 0 0' },
      },
      [heading, ...said].map((words, position) =>
        h(
          'p',
          {
            key: position,
            className: tone,
            style: {
              ...text,
              fontSize: position === 0 ? 13 : 15,
              lineHeight: '22px',
              color: light[tone],
              margin: '0 0 4px',
              overflowWrap: 'anywhere',
              ...(tone === 'ink' && position > 0 && words !== before[position - 1]
                ? { fontWeight: 700 }
                : {}),
            },
          },
          words,
        ),
      ),
    );
  return table(
    { tableLayout: 'fixed', margin: '0 0 20px' },
    h(
      'tr',
      null,
      column('was', UNTIL_NOW, before, light.line, 'pencil'),
      h('td', { width: 12 }, null),
      column('now', FROM_NOW_ON, after, light.signal, 'ink'),
    ),
  );
}

function block(paragraph: Paragraph, position: number, sender: Sender): ReactNode {
  const compared = paragraph.find((part) => typeof part === 'object' && 'before' in part);
  if (compared !== undefined) return h('div', { key: position }, sideBySide(compared));
  const action = paragraph.find((part) => typeof part === 'object' && 'isButton' in part);
  const href = action === undefined ? null : linkOf(action, sender);
  if (action !== undefined && href !== null)
    return h('div', { key: position }, button(wordsOf(action, sender), href));
  return h(
    'p',
    { key: position, className: 'ink', style: { ...text, margin: '0 0 16px' } },
    paragraph.map((part, at) => inline(part, at, sender)),
  );
}

function foot(sender: Sender, isAnsweredByUs: boolean): ReactNode {
  const style: CSSProperties = {
    ...text,
    fontSize: 14,
    lineHeight: '22px',
    color: light.pencil,
    margin: 0,
    paddingTop: 20,
    borderTop: `1px solid ${light.line}`,
  };
  return h(
    'p',
    { className: 'pencil', style },
    isAnsweredByUs ? ['You can simply reply to this email.', h('br', { key: 'reply' })] : null,
    sender.name,
    h('br'),
    h('a', { href: sender.siteUrl, className: 'link', style: link }, sender.siteUrl),
  );
}

/**
 * The preview that mail programs show beside the subject: the first paragraph that is not a
 * greeting.
 */
function previewOf(paragraphs: readonly Paragraph[], sender: Sender): string {
  const isGreeting = (part: Part) => typeof part === 'object' && 'greeting' in part;
  const told = paragraphs.filter((parts) => !parts.some(isGreeting));
  const said = told.map((parts) => parts.map((part) => wordsOf(part, sender)).join(''));
  return said.find((words) => !/^(?:Dear|Hello)\b/.test(words)) ?? said[0] ?? '';
}

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  fontSize: 1,
  lineHeight: '1px',
};

/**
 * Renders the HTML document. Only link parts become links. `isAnsweredByUs`: replies go to the
 * tutor.
 */
export function renderHtml(
  subject: string,
  paragraphs: readonly Paragraph[],
  sender: Sender,
  isAnsweredByUs = true,
): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, subject),
    h('style', null, STYLES),
  );
  const title: CSSProperties = {
    fontFamily: SERIF,
    fontSize: 25,
    lineHeight: '32px',
    fontWeight: 700,
    color: light.ink,
    margin: '0 0 20px',
    overflowWrap: 'anywhere',
  };
  const name: CSSProperties = {
    ...text,
    fontFamily: SERIF,
    fontSize: 17,
    color: light.pencil,
    margin: '0 0 20px',
  };
  const words = h(
    'td',
    { className: 'pad', style: { padding: '24px 36px 32px' } },
    h('p', { className: 'pencil', style: name }, sender.name),
    h('h1', { className: 'ink', style: title }, subject),
    paragraphs.map((paragraph, position) => block(paragraph, position, sender)),
    foot(sender, isAnsweredByUs),
  );
  const sheet = table(
    {
      width: '100%',
      maxWidth: WIDTH,
      backgroundColor: light.sheet,
      border: `1px solid ${light.line}`,
      borderRadius: 5,
    },
    [h('tr', { key: 'fringes' }, h('td', null, fringes())), h('tr', { key: 'words' }, words)],
    { className: 'sheet', width: WIDTH, align: 'center', bgcolor: light.sheet },
  );
  const body = h(
    'body',
    { className: 'paper', style: { margin: 0, padding: 0, backgroundColor: light.paper } },
    h('div', { style: hidden }, previewOf(paragraphs, sender)),
    table(
      { backgroundColor: light.paper },
      h('tr', null, h('td', { align: 'center', style: { padding: '24px 8px' } }, sheet)),
      { className: 'paper', bgcolor: light.paper },
    ),
  );
  return `<!doctype html>\n${renderToStaticMarkup(h('html', { lang: 'en-GB' }, head, body))}\n`;
}
