// The address of a calendar in the forms in which calendar programs take it.

export interface Addresses {
  /** As it is copied. */
  readonly plain: string;
  /** Opened by the calendar of the device: Apple's, and most others that are installed. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
}

/**
 * `origin` is where the site is, e.g. 'https://physics.example.com'; `name` is what the calendar is
 * called at first.
 */
export function addressesOf(
  path: string,
  { origin, name }: { readonly origin: string; readonly name: string },
): Addresses {
  const plain = origin + path;
  const webcal = plain.replace(/^https?:/, 'webcal:');
  const google = new URLSearchParams({ cid: webcal });
  // Outlook shows a plus as it is.
  const outlook = `url=${encodeURIComponent(plain)}&name=${encodeURIComponent(name)}`;
  return {
    plain,
    webcal,
    google: `https://calendar.google.com/calendar/r?${google}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
  };
}
