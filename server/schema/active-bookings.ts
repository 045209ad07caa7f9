// An index of the active bookings of each family: cancelled ones pile up, and cost no read.
const statement = `create index bookings_active_of_family on bookings (family_id, lesson_id)
  where cancelled_at is null`;

export const activeBookings = (): string[] => [statement];
