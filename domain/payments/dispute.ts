// What a bank asks about a payment: an inquiry, which moves no money, or a dispute.

/**
 * The state of an inquiry or a dispute. `prevented` ends an inquiry. An appeal goes against the
 * loss of a dispute, and is open again.
 */
export type DisputeState =
  | 'inquiry'
  | 'inquiry_closed'
  | 'prevented'
  | 'open'
  | 'appeal'
  | 'won'
  | 'lost';

const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  prevented: 'prevented',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'appeal',
  appeal_under_review: 'appeal',
  won: 'won',
  lost: 'lost',
};

/** The state in the provider's words; null for one that this product does not know. */
export const disputeStateOf = (status: string): DisputeState | null =>
  Object.hasOwn(states, status) ? (states[status] ?? null) : null;

/**
 * What is known of an inquiry or a dispute here. `appeal` is a lost dispute whose appeal is open.
 */
export type StoredState = Exclude<DisputeState, 'prevented'>;

/**
 * The known states after which an event of this state is news. All others are stale or doubtful.
 */
const follows: Readonly<Record<DisputeState, readonly (StoredState | null)[]>> = {
  inquiry: [null],
  inquiry_closed: [null, 'inquiry'],
  prevented: ['inquiry'],
  open: [null, 'inquiry', 'inquiry_closed'],
  appeal: [null, 'inquiry', 'inquiry_closed', 'open', 'lost'],
  won: [null, 'inquiry', 'inquiry_closed', 'open', 'appeal'],
  // After an appeal it may be the loss that it goes against, reported again.
  lost: [null, 'inquiry', 'inquiry_closed', 'open'],
};

/**
 * What to do with a report: `same` says nothing new, `news` is applied, and `doubtful` disagrees
 * with what is known, because events arrive in any order. The provider is then asked for the state
 * as it is now, which is news unless it is the same.
 */
export function judgeReport(
  stored: StoredState | null,
  reported: DisputeState,
  isCurrent: boolean,
): 'same' | 'news' | 'doubtful' {
  // A dispute won after all stays lost here, and the tutor gets an email.
  const isWonAfterAll = stored === 'lost' && reported === 'won';
  if (nextState(stored, reported) === stored && !isWonAfterAll) return 'same';
  return isCurrent || follows[reported].includes(stored) ? 'news' : 'doubtful';
}

/**
 * What is known once a state is applied. A dispute never becomes an inquiry again; one that is
 * prevented costs nothing any more. What was lost once stays lost, because its credits were taken
 * back, and the tutor decides about them. `prevented` opens nothing.
 */
export function nextState(stored: StoredState | null, reported: DisputeState): StoredState | null {
  switch (stored) {
    case null:
    case 'inquiry':
    case 'inquiry_closed':
      if (reported === 'prevented') return stored === null ? null : 'inquiry_closed';
      return reported === 'appeal' ? 'open' : reported;
    case 'open':
    case 'won':
      if (reported === 'inquiry') return stored;
      if (reported === 'prevented' || reported === 'inquiry_closed') return 'won';
      return reported === 'appeal' ? 'open' : reported;
    case 'lost':
    case 'appeal':
      if (reported === 'open' || reported === 'appeal') return 'appeal';
      return reported === 'inquiry' ? stored : 'lost';
  }
}

/** What the tutor reads of the inquiries about a payment. */
export const inquiryStates = ['open', 'closed'] as const;
export type InquiryState = (typeof inquiryStates)[number];
