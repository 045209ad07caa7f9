// <ParentRow>: a parent with their own details, and how to remove them.
import { errorCatalogue } from '../../../../domain/errors.ts';
import { type Parent, refuseParentRemoval } from '../../../../domain/people/family.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { actionClass } from './action-class.ts';

interface ParentRowProps {
  readonly parent: Parent;
  readonly parents: readonly Parent[];
  /** The signed-in parent. */
  readonly own: Parent | undefined;
  readonly onRemove: () => void;
}

export function ParentRow({ parent, parents, own, onRemove }: ParentRowProps) {
  const isSelf = parent.id === own?.id;
  const refusal = refuseParentRemoval(parents, { id: parent.id, by: own?.id ?? '' });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 py-2 pr-2 pl-4 sm:pl-5">
      <div className="min-w-0 flex-1 basis-40 py-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-snug">
          <span className="font-bold wrap-anywhere">{parent.name}</span>
          {isSelf && <Badge>You</Badge>}
          {parent.is_owner && parents.length > 1 && <Badge>Account owner</Badge>}
        </p>
        <p className="mt-0.5 leading-snug text-pencil wrap-anywhere">{parent.email}</p>
      </div>
      {/* A sole parent leaves by deleting the account, which has its own section of the page. */}
      {parents.length > 1 && (
        <div className="max-sm:w-full max-sm:max-w-none sm:max-w-52">
          <Button
            variant="quiet"
            className={actionClass}
            aria-label={isSelf ? undefined : `Remove ${parent.name}`}
            disabledReason={refusal === null ? null : REASONS[refusal]}
            onClick={onRemove}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        </div>
      )}
    </li>
  );
}

const REASONS = {
  forbidden: 'Only the account owner can remove the other parent.',
  last_parent: errorCatalogue.last_parent.text,
} as const;
