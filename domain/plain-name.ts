// Plausible names of people. They are the only user input in emails to unconfirmed addresses:
// anything else could be a stranger's message, or an address that mail programs turn into a link.

const MAX_CHARACTERS = 40;

const PLAIN = /^(?:[\p{L}\p{M} '’-]|\.(?= |$))+$/u;
const LETTER = /\p{L}/u;

/**
 * Letters, spaces, apostrophes, hyphens, and full stops before a space or at the end; at most 40
 * characters.
 */
export function isPlainName(name: string): boolean {
  return Array.from(name).length <= MAX_CHARACTERS && PLAIN.test(name) && LETTER.test(name);
}
