// Spots, reservations and waiting lists.
import type { JobBase } from '../process/repeat.ts';
import { startExpiringReservations } from './reservations.ts';

export const booking = { jobs: (base: JobBase) => [startExpiringReservations(base)] };
