// The library: topics with their videos, slides and questions.
import { mountTopicRoutes } from './routes.ts';

export const topics = { routes: mountTopicRoutes };
