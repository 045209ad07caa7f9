// Credits of families: the balance and its ledger.
import * as endpoints from '../../domain/endpoints.ts';
import { historyWindow } from '../base/windows.ts';
import { type Api, mount } from '../http/mount.ts';
import { listHistory } from './history.ts';

export const credits = {
  routes: (api: Api) => {
    mount(api, endpoints.listCredits, ({ context: { actor, now }, query }) =>
      listHistory(api.database.db, actor.familyId, historyWindow(query, now)),
    );
  },
};
