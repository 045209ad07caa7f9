// The tutor's figures.
import { mountFiguresRoutes } from './routes.ts';

export const figures = { routes: mountFiguresRoutes };
