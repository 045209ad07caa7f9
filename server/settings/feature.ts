// The tutor's settings and business.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { changeSettings, readSettings } from './settings.ts';

export const settings = {
  routes: (api: Api) => {
    const { db } = api.database;
    mount(api, endpoints.getSettings, async () => ({ settings: await readSettings(db) }));
    mount(api, endpoints.updateSettings, async ({ context, body }) => ({
      settings: await changeSettings(context, body),
    }));
  },
};
