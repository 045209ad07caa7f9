// The people of a family, and the invitations that add another person.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import type { ErrorCode } from '../errors.ts';
import { email, instant, linkToken, password } from '../text.ts';
import { signUpSchema } from './sign-up.ts';
import { studentSchema } from './student.ts';

const FAMILY_PARENTS = { min: 1, max: 2 } as const;

/** How long an invitation into a family can be accepted. */
export const INVITATION_DAYS = 7;

export const familyRoles = ['parent', 'student'] as const;
export type FamilyRole = (typeof familyRoles)[number];

export const parentIdSchema = entityId('Parent');
export const invitationIdSchema = entityId('Invitation');

export const parentSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The parent who has been there longest; only the owner may delete the account. */
  is_owner: z.boolean(),
});
export type Parent = z.infer<typeof parentSchema>;

/** A pending invitation, as its family sees it. */
export const invitationSchema = z.object({
  id: z.string(),
  role: z.enum(familyRoles),
  email: z.string(),
  /** The student it is for; null for a parent's. */
  Student_ID: z.nullable(z.string()),
  expires_at: instant,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const familyMemberSchema = z.extend(studentSchema, {
  sign_in: z.nullable(z.object({ email: z.string() })),
});
export type FamilyMember = z.infer<typeof familyMemberSchema>;

/** A bounced address of the family: its mail server rejected the last email. */
export const bouncedEmailSchema = z.object({ email: z.string(), at: instant });

/** Everybody in a family, as its parents see it. Each list is ordered by when people joined. */
export const familySchema = z.object({
  parents: z.array(parentSchema),
  students: z.array(familyMemberSchema),
  invitations: z.array(invitationSchema),
  bounced_emails: z.array(bouncedEmailSchema),
});
export type Family = z.infer<typeof familySchema>;

const INVITED = 'Please choose who the invitation is for';

export const newInvitationSchema = z.object({
  role: z.enum(familyRoles, { error: INVITED }),
  email,
  /** Required for a student's sign-in when the family has several students. */
  Student_ID: z.optional(z.string({ error: INVITED })),
  current_password: z.optional(password),
});
export type NewInvitation = Omit<z.infer<typeof newInvitationSchema>, 'current_password'>;

export const invitationTokenSchema = z.object({ token: linkToken });

/** What an invitation link shows the invited person. */
export const openInvitationSchema = z.object({
  kind: z.enum(familyRoles),
  email: z.string(),
  invited_by: z.string(),
  /** The first name of the student it is for; null for a parent's. */
  Student_Name: z.nullable(z.string()),
  expires_at: instant,
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

/** What the link shows a parent whose family the tutor has brought along from another product. */
export const openImportInvitationSchema = z.object({
  kind: z.literal('import'),
  email: z.string(),
  /** The name of the admin. */
  invited_by: z.string(),
  expires_at: instant,
});
export type OpenImportInvitation = z.infer<typeof openImportInvitationSchema>;

/** The details that an invited parent enters. */
export const parentDetailsSchema = z.pick(signUpSchema, {
  Parent_Name: true,
  Parent_Phone_Number: true,
});
export type ParentDetails = z.infer<typeof parentDetailsSchema>;

/** A parent enters both details, a student neither; an imported parent may correct them. */
export const acceptanceSchema = z.extend(z.partial(parentDetailsSchema), {
  token: linkToken,
  password,
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/**
 * Why a family may not invite another parent, or a student who can already sign in; null when it
 * may.
 */
export function refuseInvitation(
  { parents }: { parents: number },
  student: { hasSignIn: boolean } | null,
): Extract<ErrorCode, 'too_many_parents' | 'sign_in_exists'> | null {
  if (student !== null) return student.hasSignIn ? 'sign_in_exists' : null;
  return parents < FAMILY_PARENTS.max ? null : 'too_many_parents';
}

/**
 * Why parent `by` may not remove parent `id`, or null when they may. The owner can remove both
 * parents, the other only themselves.
 */
export function refuseParentRemoval(
  parents: readonly Pick<Parent, 'id' | 'is_owner'>[],
  { id, by }: { id: string; by: string },
): Extract<ErrorCode, 'forbidden' | 'last_parent'> | null {
  const isOwner = parents.some((parent) => parent.id === by && parent.is_owner);
  if (id !== by && !isOwner) return 'forbidden';
  return parents.length <= FAMILY_PARENTS.min ? 'last_parent' : null;
}
