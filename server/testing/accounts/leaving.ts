// The commands by which people leave, with every feature listening as in the app.
import { removeParent as removeParentTelling } from '../../accounts/people/parents.ts';
import {
  removeSignIn as removeSignInTelling,
  removeStudent as removeStudentTelling,
} from '../../accounts/people/students.ts';
import { eraseFamily as eraseFamilyTelling } from '../../accounts/personal-data/erasure.ts';
import type { Context } from '../../engine/context.ts';
import { listeners } from '../../features.ts';
import type { ProvenOwner } from '../../sessions/credentials.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import type { TestFamily } from '../caller.ts';
import { provenParent } from '../factories.ts';

type Call = Context<FamilyActor>;

export const eraseFamily = (context: Call, proven: ProvenOwner) =>
  eraseFamilyTelling(context, proven, listeners);
export const removeParent = (context: Call, proven: ProvenOwner, id: string) =>
  removeParentTelling(context, proven, id, listeners);
export const removeStudent = (context: Call, id: string) =>
  removeStudentTelling(context, id, listeners);
export const removeSignIn = (context: Call, studentId: string) =>
  removeSignInTelling(context, studentId, listeners);

/** Over HTTP, checking the password would let everything else finish first. */
export const leaveWithoutHttp = (family: TestFamily) =>
  eraseFamily(family.context(), provenParent(family));
