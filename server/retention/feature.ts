// Deletes what has stayed long enough.
import type { JobBase } from '../process/repeat.ts';
import { startForgettingOldData } from './retention.ts';

export const retention = { jobs: (base: JobBase) => [startForgettingOldData(base)] };
