// <UnpaidPart>: what a family can do after a payment that was not made: its lesson, another try.
import { lessonPath, paths } from '../../../domain/paths.ts';
import { mondayOf } from '../../../domain/time.ts';
import { useSite } from '../../content/site-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { UnpaidLesson } from './unpaid-lesson.tsx';

interface UnpaidPartProps {
  /** Its lesson, with any day of that week (YYYY-MM-DD); null for credits alone. */
  readonly lesson: { readonly id: string; readonly date: string } | null;
}

export function UnpaidPart({ lesson }: UnpaidPartProps) {
  return (
    <>
      {lesson !== null && <UnpaidLesson {...lesson} />}
      <div className="grid gap-3">
        <LinkButton
          href={lesson === null ? paths.familyHome : lessonPath(mondayOf(lesson.date), lesson.id)}
        >
          Try Payment Again
        </LinkButton>
        <LinkButton variant="secondary" href={paths.familyHome}>
          Go to Dashboard
        </LinkButton>
      </div>
    </>
  );
}

const SUBJECT = 'Help with a payment';

export function SupportLink() {
  const { contact } = useSite();
  return (
    <LinkButton
      variant="quiet"
      href={`mailto:${contact.email}?subject=${encodeURIComponent(SUBJECT)}`}
    >
      Contact support
    </LinkButton>
  );
}
