// The tutor's figures.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { readFigures } from './figures.ts';

export const figures = {
  routes: (api: Api) =>
    mount(api, endpoints.getFigures, async ({ context: { now }, query }) => ({
      figures: await readFigures(api.database.db, query, now),
    })),
};
