// HTTP of the tutor's figures.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { readFigures } from './figures.ts';

export function figuresRoutes(api: Api): void {
  mount(api, endpoints.getFigures, async ({ context, query }) => ({
    figures: await readFigures(api.database.db, query, context.now),
  }));
}
