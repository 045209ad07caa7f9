// <EmailFrame>: an email as it would arrive, with its subject.
import type { EmailPreview } from '../../domain/tutor/settings.ts';

export const EMAIL_FRAME_SIZE = 'h-[34rem] w-full rounded-md border border-line bg-paper';

interface EmailFrameProps extends Pick<EmailPreview, 'subject' | 'html'> {
  title: string;
}

export const EmailFrame = ({ subject, html, title }: EmailFrameProps) => (
  <>
    <p className="mb-1.5 leading-snug wrap-anywhere">
      <span className="text-pencil">Subject:</span> {subject}
    </p>
    <iframe
      title={title}
      // The frame must not run scripts, submit forms or open windows.
      sandbox=""
      srcDoc={withDeadLinks(html)}
      className={EMAIL_FRAME_SIZE}
    />
  </>
);

/** For a frame: a link would open a new window, which a frame may not do. */
export const withDeadLinks = (html: string) =>
  html.replace('<head>', '<head><base target="_blank">');
