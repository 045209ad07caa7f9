// Names as a person would write them: the only typed words that an email carries to an address
// which nobody has confirmed. Anything else could be a message of a stranger, or an address that
// mail programs turn into a link by themselves.

const MAX_CHARACTERS = 40;

const PLAIN = /^(?:[\p{L}\p{M} '’-]|\.(?= |$))+$/u;
const LETTER = /\p{L}/u;

/**
 * Letters, spaces, apostrophes and hyphens, and full stops before a space or at the end; at most 40
 * characters.
 */
export function isPlainName(name: string): boolean {
  return Array.from(name).length <= MAX_CHARACTERS && PLAIN.test(name) && LETTER.test(name);
}
