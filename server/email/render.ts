// Renders an email, for sending and for the tutor's preview.
import { renderText, type Sender } from './sender.ts';
import type { Email } from './queue.ts';

/** `isAnsweredByUs`: replies go to the tutor. */
export async function renderEmail(
  { subject, paragraphs }: Pick<Email, 'subject' | 'paragraphs'>,
  sender: Sender,
  isAnsweredByUs = true,
): Promise<{ text: string; html: string }> {
  // Loaded with the first email, to keep it out of the server's start.
  const { renderHtml } = await import('./layout.ts');
  return {
    text: renderText(paragraphs, sender),
    html: renderHtml(subject, paragraphs, sender, isAnsweredByUs),
  };
}
