// What one page hands to the sign-in page, so that nothing has to be typed again. It stays in
// memory: an address would be logged, and history and storage outlive the tab's visit.

import type { ReactNode } from 'react';

interface Handover {
  readonly email: string;
  /** The password that was chosen at sign-up. */
  readonly password?: string;
  /** What has happened, shown above the form. */
  readonly notice?: ReactNode;
}

let handed: Handover | null = null;

export function handOver(details: Handover): void {
  handed = details;
}

/** What the previous page has handed over; null if there is nothing. */
export function readHandover(): Handover | null {
  return handed;
}

export function forgetHandover(): void {
  handed = null;
}
