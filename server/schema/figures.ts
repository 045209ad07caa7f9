// Indexes for the tutor's figures. All are partial or on rarely written columns, so that a booking
// writes to none of them.
const statements = `
create index bookings_absent on bookings (lesson_id)
  where absent_at is not null and cancelled_at is null;
create index lessons_deleted on lessons (starts_at) where deleted_at is not null;
create index ledger_granted on credit_ledger (created_at, payment_id) where kind = 'purchase';
create index payment_refunds_by_time on payment_refunds (refunded_at);
create index disputes_lost on disputes (updated_at) where status = 'lost';
create index families_left on families (deleted_at, created_at) where deleted_at is not null;
`;

export const figuresIndexes = (): string[] => [statements];
