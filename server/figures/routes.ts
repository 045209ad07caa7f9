// HTTP of the tutor's figures.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mountList } from '../http/mount.ts';
import { readFigures } from './figures.ts';

export function mountFiguresRoutes(api: Api): void {
  mountList(api, endpoints.getFigures, async ({ now, query, db }) => ({
    figures: await readFigures(db, query, now),
  }));
}
