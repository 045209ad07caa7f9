// /admin-account/chats: the group chat of each course.
import { paths } from '../../../../domain/paths.ts';
import { settingsQuery } from '../../../data/settings.ts';
import { startQuery } from '../../../transport/query-client.ts';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { ChatLinks } from './chat-links.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountChats() {
  return (
    <AdminAccountFrame here={paths.adminAccountChats}>
      <p className="leading-snug">
        Students find the chat of their course in the rooms of the lessons that they have booked.
      </p>
      <WithSettings rows={2}>{(settings) => <ChatLinks settings={settings} />}</WithSettings>
    </AdminAccountFrame>
  );
}
