// Compares names of people: one child is one child, however the name was typed.
import { INVISIBLE } from '../invisible.ts';

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
