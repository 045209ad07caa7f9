// HTTP of the tutor's figures.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { readFigures } from './figures.ts';

export function mountFiguresRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.getFigures, async ({ context: { now }, query }) => ({
    figures: await readFigures(db, query, now),
  }));
}
