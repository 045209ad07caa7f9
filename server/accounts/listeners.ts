// What later features do when something happens to an account. Each exports its part, and the
// commands of this folder walk the list: server/features.ts.
import type { FamilyData } from '../../domain/accounts/family-data.ts';
import type { Session } from '../../domain/auth/session.ts';
import type { OpenEnquiryInvitation } from '../../domain/enquiries/free-lesson.ts';
import type { FamilyUser } from '../../domain/people/account.ts';
import type { Acceptance, OpenImportInvitation } from '../../domain/people/family.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import type { Student } from '../../domain/people/student.ts';
import type { LockedLesson } from '../booking/locks.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import type { Recipient } from '../email/compose.ts';
import type { Context, Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { LockedAccount } from '../sessions/credentials.ts';

/** Each function runs in the transaction of the change, whose locks are taken. */
export interface AccountListener {
  readonly signedUp?: (work: Work, family: SignedUpFamily) => Promise<void>;
  /** A person whose first address was never confirmed has confirmed a different one. */
  readonly afterAddressChange?: (work: Work, change: AddressChange) => Promise<void>;
  /** Anybody who knew the old password may have read what only its owner should. */
  readonly afterPasswordReset?: (work: Work, account: LockedAccount) => Promise<void>;
  /** Before the family is closed. */
  readonly beforeFamilyLeaves?: (work: Work, family: LockedFamily) => Promise<void>;
  /** Before the person's row is locked. */
  readonly beforePersonLeaves?: (work: Work, personId: string) => Promise<void>;
  /** Deletes the rows that belong to the person, whose own row is locked and goes next. */
  readonly beforePersonIsDeleted?: (work: Work, personId: string) => Promise<void>;
  /** After all students of a family, or one of them, were removed. */
  readonly afterStudentsLeft?: (work: Work, of: StudentsOf) => Promise<void>;
  /** What the feature has stored about the family, for its data export. */
  readonly exportData?: (db: Db, family: ExportedFamily) => Promise<Partial<FamilyData>>;
  /** The invitation with this token, of a kind that the feature sends; null if there is none. */
  readonly findInvitation?: (context: Context, token: string) => Promise<FeatureInvitation | null>;
}

export type AccountListeners = readonly AccountListener[];

interface SignedUpFamily {
  familyId: string;
  email: string;
  phone: string;
}

export interface AddressChange {
  readonly familyId: string;
  /** The old address. */
  readonly email: string;
  /** The marks of both addresses; null while the server was too busy to compute one. */
  readonly marks: { readonly before: string | null; readonly after: string | null };
}

interface StudentsOf {
  familyId: string;
  studentId?: string;
}

export interface ExportedFamily {
  readonly id: string;
  readonly now: number;
  readonly people: readonly {
    readonly email: string;
    readonly email_confirmed_at: number | null;
    readonly phone: string | null;
  }[];
}

/** An invitation by link: to sign up as a new family, or to the first password of an account. */
export type FeatureInvitation = { readonly tokenHash: string } & (
  | { readonly open: OpenEnquiryInvitation; readonly signUp: SignUpInvitation }
  | {
      readonly open: OpenImportInvitation;
      readonly accept: (
        context: Context,
        details: Omit<Acceptance, 'token'>,
      ) => Promise<NewSession>;
    }
);

interface NewSession {
  readonly session: Session;
  readonly user: FamilyUser;
}

/** An invitation that brings a new family its free lesson. */
export interface SignUpInvitation {
  /** The address to which it was sent. */
  readonly email: string;
  /** Called before the transaction that redeems it. */
  readonly prepare: (context: Context) => Promise<{
    /** The lessons to lock. */
    readonly lessons: readonly string[];
    /** Throws invitation_not_found if the invitation was used since it was found. */
    readonly redeem: (work: Work, by: InvitedFamily) => Promise<FreeLessonOutcome>;
  }>;
}

export interface InvitedFamily {
  readonly parent: Recipient;
  readonly family: LockedFamily;
  readonly student: Pick<Student, 'id' | 'year_class' | 'finished'>;
  readonly lesson: LockedLesson | undefined;
}

/** The invitation with this token, of whichever feature; null if there is none. */
export async function findFeatureInvitation(
  listeners: AccountListeners,
  context: Context,
  token: string,
): Promise<FeatureInvitation | null> {
  for (const { findInvitation } of listeners) {
    const invitation = await findInvitation?.(context, token);
    if (invitation !== undefined && invitation !== null) return invitation;
  }
  return null;
}
