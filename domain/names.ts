// Names of people: whether two are the same, however they were typed, and whether one is plausible.
import { INVISIBLE } from './text.ts';

/** The name with single plain spaces, and without invisible characters. */
export const tidyName = (name: string): string =>
  name
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[ \u00A0\u2000-\u200A\u202F\u205F\u3000]+/g, ' ')
    .trim();

/** What equal names have in common: no case, one kind of apostrophe, hyphen and space. */
export const foldName = (name: string): string =>
  tidyName(name.normalize('NFKC'))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2018\u2019\u201B\u02BC\u02B9\u2032\u00B4`]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/ ?([-']) ?/g, '$1')
    // Upper case first, which makes ß and ss the same.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');

export const isSameName = (one: string, other: string): boolean =>
  foldName(one) === foldName(other);

const MAX_CHARACTERS = 40;

const PLAIN = /^(?:[\p{L}\p{M} '’-]|\.(?= |$))+$/u;
const LETTER = /\p{L}/u;

/**
 * Whether an email to an unconfirmed address may have the name, its only user input: anything else
 * could be a stranger's message, or an address that mail programs turn into a link.
 *
 * Letters, spaces, apostrophes, hyphens, and full stops before a space or at the end; at most 40
 * characters.
 */
export function isPlainName(name: string): boolean {
  return Array.from(name).length <= MAX_CHARACTERS && PLAIN.test(name) && LETTER.test(name);
}
