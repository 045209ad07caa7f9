// Spots, reservations and waiting lists.
import { expireReservationsJob } from './reservations.ts';

export const booking = { jobs: () => [expireReservationsJob] };
