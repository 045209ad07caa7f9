// saveFile(name, text, type): hands a file to the browser's downloads.

/**
 * The download has read the address by the time of the next task; some browsers want a moment
 * longer.
 */
const READ_WITHIN_MS = 10_000;

export function saveFile(
  name: string,
  text: string,
  type: 'text/csv' | 'text/calendar' | 'application/json',
): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
