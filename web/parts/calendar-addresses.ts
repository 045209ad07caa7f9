// The address of a calendar feed in the forms that calendar programs expect.

export interface Addresses {
  /** For copying. */
  readonly plain: string;
  /** Opened by the device's calendar: Apple's, and most other installed ones. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
}

/**
 * `origin` is the site's origin, e.g. 'https://physics.example.com'; `name` is the calendar's
 * initial name.
 */
export function addressesOf(
  path: string,
  { origin, name }: { readonly origin: string; readonly name: string },
): Addresses {
  const plain = origin + path;
  const webcal = plain.replace(/^https?:/, 'webcal:');
  const google = new URLSearchParams({ cid: webcal });
  // Outlook shows a plus literally.
  const outlook = `url=${encodeURIComponent(plain)}&name=${encodeURIComponent(name)}`;
  return {
    plain,
    webcal,
    google: `https://calendar.google.com/calendar/r?${google}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
  };
}
