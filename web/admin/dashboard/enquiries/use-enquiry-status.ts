// useEnquiryStatus(enquiry): changes an enquiry's status at once, and takes the last change back.
import { useState } from 'react';

import type { Enquiry, EnquiryStatus } from '../../../../domain/enquiries/enquiry-list.ts';
import { useUpdateEnquiry } from '../data.ts';

export interface EnquiryStatusState {
  /** The chosen status, even before the server has answered. */
  readonly shown: EnquiryStatus;
  readonly isBusy: boolean;
  /** The status before the last change on this page; null if there was none. */
  readonly before: EnquiryStatus | null;
  readonly change: (status: EnquiryStatus) => void;
  readonly undo: () => void;
}

/** `onChanged` is called once the server has stored a change. */
export function useEnquiryStatus(
  { id, status }: Enquiry,
  onChanged?: (id: string) => void,
): EnquiryStatusState {
  const update = useUpdateEnquiry();
  const [before, setBefore] = useState<EnquiryStatus | null>(null);
  const save = (next: EnquiryStatus, then: EnquiryStatus | null) => {
    if (update.isPending || next === status) return;
    onChanged?.(id);
    update.mutate({ id, changes: { status: next } }, { onSuccess: () => setBefore(then) });
  };
  return {
    shown: update.isPending ? (update.variables.changes.status ?? status) : status,
    isBusy: update.isPending,
    before,
    change: (next) => save(next, status),
    undo: () => {
      if (before !== null) save(before, null);
    },
  };
}
