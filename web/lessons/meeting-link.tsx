// <MeetingLink>: the way into a booked lesson.
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function MeetingLink({ link }: { readonly link: string | null }) {
  if (link === null) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="grid gap-2 rounded-md border border-positive bg-positive-wash p-4">
      <LinkButton href={link} target="_blank" rel="noreferrer">
        Join the lesson
      </LinkButton>
      <p className="text-sm break-all text-ink">{link}</p>
    </div>
  );
}
