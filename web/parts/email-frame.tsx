// <EmailFrame>: an email as it would arrive, whole, with its subject.
import { useEffect, useRef, useState } from 'react';

import type { EmailPreview } from '../../domain/tutor/settings.ts';

const look = 'w-full rounded-md border border-line bg-paper';
/** The height of a short email, and of any while it loads. */
export const EMAIL_FRAME_SIZE = `h-[34rem] ${look}`;

interface EmailFrameProps extends Pick<EmailPreview, 'subject' | 'html'> {
  title: string;
}

export function EmailFrame({ subject, html, title }: EmailFrameProps) {
  const [height, setHeight] = useState<number | null>(null);
  const observer = useRef<ResizeObserver>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  return (
    <>
      <p className="mb-1.5 leading-snug wrap-anywhere">
        <span className="text-pencil">Subject:</span> {subject}
      </p>
      <iframe
        title={title}
        // The frame must not run scripts, submit forms or open windows; this page measures it.
        sandbox="allow-same-origin"
        srcDoc={withDeadLinks(html)}
        className={`min-h-[34rem] ${look}`}
        style={height === null ? undefined : { height }}
        onLoad={({ currentTarget: frame }) => {
          const body = frame.contentDocument?.body;
          if (body === undefined) return;
          observer.current?.disconnect();
          // Also another width changes the height.
          observer.current = new ResizeObserver(() => setHeight(body.scrollHeight + BORDERS));
          observer.current.observe(body);
        }}
      />
    </>
  );
}

/** In CSS pixels: those of the frame, above and below the email. */
const BORDERS = 2;

/** For a frame: a link would open a new window, which a frame may not do. */
export const withDeadLinks = (html: string) =>
  html.replace('<head>', '<head><base target="_blank">');
