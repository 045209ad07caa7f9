// Explains what a personal sign-in stores and who sees what, before anybody invites or accepts.

const HASHED = 'stored only as a hash, which nobody can read';

/** For the parent who gives a student a sign-in. */
export function StoredOfInvitedStudent() {
  return (
    <Words
      stored={`The student's name, the email address, the password, ${HASHED}, and when they signed in.`}
      seen="You and the tutor see the lessons. The student sees their own lessons, with the meeting links, and no money."
      booking="They may not book or cancel by themselves unless you allow it, which you can do once they are invited."
    />
  );
}

interface StoredOfStudentProps {
  /** Whether the student may book; undefined until they have a sign-in. */
  mayBook?: boolean;
}

/** For the student. */
export function StoredOfStudent({ mayBook }: StoredOfStudentProps) {
  return (
    <Words
      stored={`Your name, your email address, your password, ${HASHED}, and when you signed in.`}
      seen="You see your own lessons, with the meeting links. Your parents and the tutor see them too."
      booking={
        mayBook === true
          ? 'You may book and cancel your lessons by yourself. Your parents can change that.'
          : 'Your parents decide whether you may book and cancel by yourself. At first you may not.'
      }
    />
  );
}

/** For the parent who invites another. */
export function StoredOfInvitedParent() {
  return (
    <Words
      stored={`Their name, email address and phone number, their password, ${HASHED}, and when they signed in.`}
      seen="They see and do what you do: students, lessons, credits, payments, invitations. Only the account owner can delete the account."
    />
  );
}

/** For the invited parent. `invitedBy` is the existing one. */
export function StoredOfParent({ invitedBy }: { invitedBy: string }) {
  return (
    <Words
      stored={`Your name, this email address, your phone number, your password, ${HASHED}, and when you signed in.`}
      seen={`You see what ${invitedBy} sees: the students, the lessons, the credits and the payments. The tutor sees your name, email and phone number.`}
    />
  );
}

/** For a parent whom the tutor has brought along from another product. */
export function StoredOfImported() {
  return (
    <Words
      stored={`What you gave the tutor: your name, this email address, your phone number and your students' names. Also your password, ${HASHED}, and when you sign in.`}
      seen="You see your students, lessons, credits and payments. The tutor sees them too, with your name, email and phone number."
    />
  );
}

function Words({ stored, seen, booking }: { stored: string; seen: string; booking?: string }) {
  const rows = [
    ['What is stored', stored],
    ['Who sees what', seen],
    ...(booking === undefined ? [] : [['Booking', booking] as const]),
  ] as const;
  return (
    <dl className="grid gap-x-5 gap-y-3 text-note leading-snug sm:grid-cols-[8rem_1fr]">
      {rows.map(([what, words]) => (
        <div key={what} className="sm:contents">
          <dt className="font-bold">{what}</dt>
          <dd className="text-pencil">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
