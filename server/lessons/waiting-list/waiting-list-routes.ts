// HTTP routes of waiting lists.
import * as endpoints from '../../../domain/endpoints.ts';
import { type Api, mount } from '../../http/mount.ts';
import { joinWaitingList, leaveWaitingList } from './join-waiting-list.ts';

export function mountWaitingListRoutes(api: Api): void {
  mount(api, endpoints.joinWaitingList, ({ context, params, body }) =>
    joinWaitingList(context, { lessonId: params.id, studentId: body.Student_ID }),
  );
  mount(api, endpoints.leaveWaitingList, async ({ context, params, body }) => {
    await leaveWaitingList(context, { lessonId: params.id, studentId: body.Student_ID });
    return {};
  });
}
