// /user-home: the student's numbers, the week's lessons, and credits to buy.
import { hasEnded } from '../../domain/lesson.ts';
import { paths } from '../../domain/paths.ts';
import { ukDate } from '../../domain/time.ts';
import { FamilyActions } from '../account/family-actions.tsx';
import { StatCards } from '../account/stat-cards.tsx';
import { readNumbers } from '../account/family-numbers.ts';
import { describeFailure } from '../api/transport/errors.ts';
import { LOADING_PROFILE, useProfile } from '../api/family.ts';
import { useBookedLessons } from '../api/lessons.ts';
import { useSession } from '../api/transport/session.ts';
import { PurchaseDialog } from '../credits/purchase-dialog.tsx';
import { LessonsWeek } from '../lessons/lessons-week.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FailedState } from '../ui/states.tsx';
import { useDialogParam } from '../navigation/use-dialog-param.ts';
import { useNow } from '../ui/use-now.ts';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function UserHome() {
  const session = useSession('family');
  const now = useNow();
  const profile = useProfile();
  const booked = useBookedLessons(ukDate(now));
  const lessonDialog = useDialogParam('lesson');
  const purchaseDialog = useDialogParam('buy', ['lesson']);
  const numbers = readNumbers(profile.data);
  const name = profile.data?.user.Student_Name ?? session?.user.Student_Name;
  const openPurchase = () => purchaseDialog.open('credits');
  return (
    <PageFrame title={pageTitles[paths.userHome]} actions={<FamilyActions here={paths.userHome} />}>
      <PageHeader title={name === undefined ? 'Your lessons' : `Hello, ${name}`} />
      {profile.isError && profile.data === undefined ? (
        <FailedState
          title={LOADING_PROFILE.title}
          text={describeFailure(profile.error, LOADING_PROFILE).description}
          onRetry={profile.refetch}
          busy={profile.isFetching}
        />
      ) : (
        <StatCards
          numbers={numbers}
          nextLesson={booked.data?.find((lesson) => !hasEnded(lesson, now))}
          onBuy={openPurchase}
        />
      )}
      <LessonsWeek credits={numbers.credits} dialog={lessonDialog} onBuy={openPurchase} />
      {purchaseDialog.value !== null && <PurchaseDialog onClose={purchaseDialog.close} />}
    </PageFrame>
  );
}
