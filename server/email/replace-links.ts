// Replaces the links of bookings in unsent emails.
import { excusePath, joinPath } from '../../domain/paths.ts';
import type { Work } from '../engine/context.ts';

const LINK = new RegExp(String.raw`(${joinPath('')}|${excusePath('')})([\w-]{43,64})`, 'g');

/**
 * Replaces join links and excuse links, by token, in a family's unsent emails, including
 * failed ones that the tutor may resend. An email that a sender has already read is sent unchanged.
 */
export async function replaceLinks(
  { tx }: Work,
  familyId: string,
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  if (tokens.size === 0) return;
  const replaceIn = (text: string | null) =>
    text?.replace(LINK, (_, path: string, token: string) => path + (tokens.get(token) ?? token)) ??
    null;
  const unsent = await tx
    .selectFrom('emails')
    .select(['id', 'body', 'calendar'])
    .where('family_id', '=', familyId)
    .where('sent_at', 'is', null)
    .execute();
  for (const { id, body, calendar } of unsent) {
    const message = { body: replaceIn(body), calendar: replaceIn(calendar) };
    if (message.body === body && message.calendar === calendar) continue;
    // Check again: a sent email has no text.
    await tx
      .updateTable('emails')
      .set(message)
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();
  }
}
