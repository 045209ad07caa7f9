// Numbers of comparing, keeping and returning payments. They are apart from limits.ts because few
// pages load them.

/** How many days back the payments are compared with the provider's. */
export const RECONCILIATION_DAYS = { min: 1, max: 400, usual: 35 } as const;
/** Every night between these UK times the payments are compared with the provider's. */
export const RECONCILIATION_NIGHT = { from: '03:00:00', until: '07:00:00' } as const;
/** From this UK time on, what has stayed long enough is deleted, once a day. */
export const RETENTION_TIME = '03:30:00';
/** For how many UK days after the grant a family can return unused credits. */
export const RETURN_DAYS = 14;
/** How often a family can return credits. */
export const RETURNS = { max: 3, minutes: 60 } as const;
/** A list of payments: how many days back by default, and how many at most. */
export const PAYMENT_DAYS = { back: 90, max: 800 } as const;
