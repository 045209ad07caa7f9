// A whole email, as it is sent and as the tutor is shown it before.
import { renderText, type Sender } from './sender.ts';
import type { Email } from './queue.ts';

/** `isAnsweredByUs`: replies come to the tutor. */
export async function renderEmail(
  { subject, paragraphs }: Pick<Email, 'subject' | 'paragraphs'>,
  sender: Sender,
  isAnsweredByUs = true,
): Promise<{ text: string; html: string }> {
  // Read with the first email, so that nobody waits for it at the start.
  const { renderHtml } = await import('./layout.ts');
  return {
    text: renderText(paragraphs, sender),
    html: renderHtml(subject, paragraphs, sender, isAnsweredByUs),
  };
}
