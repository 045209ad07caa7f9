// saveFile(name, text, type) and saveBlob(name, blob): download a file.

/** The download reads the address by the next task; some browsers need a little longer. */
const READ_WITHIN_MS = 10_000;

export function saveFile(
  name: string,
  text: string,
  type: 'text/csv' | 'text/calendar' | 'application/json',
): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
