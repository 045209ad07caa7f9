// What emails hold as inline styles, so that a page which shows one can allow these and no others.
import { button, comparison, greeting, link, page } from './content.ts';
import { renderHtml } from './layout.ts';

const SENDER = {
  name: 'x',
  address: 'x@example.com',
  replyTo: null,
  siteUrl: 'https://example.com',
  greeting: '{name}',
  seller: { name: 'x', address: [], tax: null },
};

/** Whatever else an email says, these are its parts. */
const EVERY_PART = [
  [...greeting('x'), 'x\nx', link('x', '/'), page('/')],
  button('x', '/'),
  comparison({ before: ['x', 'x', 'x'], after: ['x', 'y', 'y'] }),
];

/** The texts of the style elements and attributes of this document. */
export function stylesIn(html: string): { elements: string[]; attributes: string[] } {
  const all = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, text = '']) => text)),
  ];
  return { elements: all(/<style>([^<]*)<\/style>/g), attributes: all(/ style="([^"]*)"/g) };
}

/**
 * Those that any email has. Throws where one of them would read differently to a browser than it
 * stands there.
 */
export function emailStyles(): ReturnType<typeof stylesIn> {
  const styles = stylesIn(renderHtml('x', EVERY_PART, SENDER));
  if ([...styles.elements, ...styles.attributes].some((style) => style.includes('&')))
    throw new Error('A style of the emails holds an escaped character.');
  return styles;
}
