// What a sign-in of one's own stores and who sees what, in plain words: said before anybody is invited or accepts.
import type { ReactNode } from 'react';

/** `reader`: the parent who gives the sign-in, or the student who gets it. */
export function StoredOfStudent({ reader }: { readonly reader: 'parent' | 'student' }) {
  return reader === 'parent' ? (
    <Words
      stored="The student's name, the email address, the password (as a hash, which nobody can read) and when they signed in."
      seen="You and the tutor see the lessons. The student sees their own lessons, with the meeting links, and no money."
      booking="They may not book or cancel by themselves unless you allow it, which you can do once they are invited."
    />
  ) : (
    <Words
      stored="Your name, this email address, your password (as a hash, which nobody can read) and when you signed in."
      seen="You see your own lessons, with the meeting links. Your parents and the tutor see them too."
      booking="Your parents decide whether you may book and cancel by yourself. At first you may not."
    />
  );
}

/** To the parent who invites. */
export function StoredOfInvitedParent() {
  return (
    <Words
      stored="Their name, email address and phone number, their password (as a hash, which nobody can read) and when they signed in."
      seen="They see and do what you do: students, lessons, credits, payments, invitations. Deleting the account stays with the account holder."
    />
  );
}

/** To the parent who is invited. `invitedBy`: the one who is there already. */
export function StoredOfParent({ invitedBy }: { readonly invitedBy: string }) {
  return (
    <Words
      stored="Your name, this email address, your phone number, your password (as a hash, which nobody can read) and when you signed in."
      seen={`You see what ${invitedBy} sees: the students, the lessons, the credits and the payments. The tutor sees your name, email and phone number.`}
    />
  );
}

interface WordsProps {
  readonly stored: ReactNode;
  readonly seen: ReactNode;
  readonly booking?: ReactNode;
}

function Words({ stored, seen, booking }: WordsProps) {
  return (
    <dl className="grid gap-x-5 gap-y-1 text-[0.9375rem] leading-snug text-pencil sm:grid-cols-[8rem_1fr] sm:gap-y-2">
      <dt className="font-bold">What is stored</dt>
      <dd className="max-sm:mb-2">{stored}</dd>
      <dt className="font-bold">Who sees what</dt>
      <dd className="max-sm:mb-2">{seen}</dd>
      {booking !== undefined && (
        <>
          <dt className="font-bold">Booking</dt>
          <dd>{booking}</dd>
        </>
      )}
    </dl>
  );
}
