// Renders an email, for sending and for the tutor's preview.
import { allowTsx } from '../base/tsx.ts';
import type { Email } from './queue.ts';
import { renderPlainText, type Sender } from './sender.ts';

// A build has compiled the layout.
if (import.meta.filename.endsWith('.ts')) allowTsx();

/** Loaded with the first email, to keep React out of the server's start. */
const loadLayout = () => import('./layout.tsx');

/** `isAnsweredByUs`: replies go to the tutor. */
export async function renderEmail(
  { subject, paragraphs }: Pick<Email, 'subject' | 'paragraphs'>,
  sender: Sender,
  isAnsweredByUs = true,
): Promise<{ text: string; html: string }> {
  const { renderHtml } = await loadLayout();
  return {
    text: renderPlainText(paragraphs, sender),
    html: renderHtml({ subject, paragraphs, sender, isAnsweredByUs }),
  };
}

/** The styles of every email, for the Content-Security-Policy of a page that shows emails. */
export async function emailStyles() {
  return (await loadLayout()).emailStyles();
}
