// The inline styles of emails, so that a page which previews an email can allow exactly these.
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

/** Every kind of part that an email can have. */
const EVERY_PART = [
  [...greeting('x'), 'x\nx', link('x', '/'), page('/')],
  button('x', '/'),
  comparison({ before: ['x', 'x', 'x'], after: ['x', 'y', 'y'] }),
];

/** The texts of a document's style elements and style attributes. */
export function stylesIn(html: string): { elements: string[]; attributes: string[] } {
  const all = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, text = '']) => text)),
  ];
  return { elements: all(/<style>([^<]*)<\/style>/g), attributes: all(/ style="([^"]*)"/g) };
}

/**
 * The styles that any email can have. Throws if one is HTML-escaped, because a browser would then
 * read a different text.
 */
export function emailStyles(): ReturnType<typeof stylesIn> {
  const styles = stylesIn(renderHtml('x', EVERY_PART, SENDER));
  if ([...styles.elements, ...styles.attributes].some((style) => style.includes('&')))
    throw new Error('An email style contains an escaped character.');
  return styles;
}
