// Replaces join links in unsent emails.
import { joinPath } from '../../domain/paths.ts';
import type { Work } from '../engine/context.ts';

const LINK = new RegExp(String.raw`${joinPath('')}([\w-]{43,64})`, 'g');

/**
 * Replaces join links, by token, in a family's unsent emails, including failed ones that the tutor
 * may resend. An email that a sender has already read is sent unchanged.
 */
export async function replaceJoinLinks(
  { tx }: Work,
  familyId: string,
  links: ReadonlyMap<string, string>,
): Promise<void> {
  if (links.size === 0) return;
  const replaced = (text: string | null) =>
    text?.replace(LINK, (link, token: string) => {
      const current = links.get(token);
      return current === undefined ? link : joinPath(current);
    }) ?? null;
  const unsent = await tx
    .selectFrom('emails')
    .select(['id', 'body', 'calendar'])
    .where('family_id', '=', familyId)
    .where('sent_at', 'is', null)
    .execute();
  for (const { id, body, calendar } of unsent) {
    const message = { body: replaced(body), calendar: replaced(calendar) };
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
