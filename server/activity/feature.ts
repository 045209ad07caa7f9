// What the tutor has done, for the tutor to read.
import { mountActivityRoutes } from './routes.ts';

export const activity = { routes: mountActivityRoutes };
