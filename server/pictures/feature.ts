// Pictures that the tutor uploads.
import type { JobBase } from '../process/repeat.ts';
import { startDeletingPictures } from './pictures.ts';
import { mountPictureRoutes } from './routes.ts';

export const pictures = {
  routes: mountPictureRoutes,
  jobs: (base: JobBase) => [startDeletingPictures(base)],
};
