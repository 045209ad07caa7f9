// /practice: the questions that a student missed and has to practise today, and the record by
// topic.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { paths, practicePath } from '../../../domain/paths.ts';
import { useSending } from '../../data/answers.ts';
import { LOADING_PRACTICE, practiceQuery } from '../../data/practice.ts';
import { useUnsent } from '../../data/unsent-answers.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { UnsentNotice } from '../../parts/questions/unsent-notice.tsx';
import { loadFailure } from '../../transport/load-failure.ts';
import { startQuery } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StudentLinks } from '../no-room.tsx';
import { PracticeRun } from './practice-run.tsx';
import { TopicRecord } from './topic-record.tsx';

export function start({ search }: PageAddress): void {
  startQuery(practiceQuery(search.get('student')));
}

export default function PracticePage() {
  const [search] = useSearchParams();
  const requestedId = search.get('student');
  const query = useQuery(practiceQuery(requestedId));
  const students = useSession('family')?.user.students ?? [];
  const unsent = useUnsent();
  useSending();
  const studentId = requestedId ?? students[0]?.id ?? '';
  const student = students.find(({ id }) => id === studentId);
  const isOneOfSeveral = students.length > 1 && requestedId !== null;
  return (
    <PageFrame
      title={pages[paths.practice].title}
      actions={<FamilyActions here={paths.practice} />}
    >
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-8">
        <PageHeader
          title="Practice"
          text={
            isOneOfSeveral && student !== undefined
              ? `What ${student.Student_Name} missed comes back here until it sticks.`
              : 'What you missed comes back here until it sticks.'
          }
        />
        <Loaded query={query} label="Loading practice" {...loadFailure(LOADING_PRACTICE)}>
          {(practice) => (
            <>
              {students.length > 1 && (
                <StudentLinks
                  students={students}
                  pathFor={practicePath}
                  chosenId={practice === null ? undefined : studentId}
                />
              )}
              {practice !== null && (
                <>
                  <PracticeRun
                    key={studentId}
                    practice={practice}
                    studentId={studentId}
                    onFinished={query.refetch}
                  />
                  {practice.topics.length > 0 && <TopicRecord topics={practice.topics} />}
                </>
              )}
            </>
          )}
        </Loaded>
        <UnsentNotice
          answers={unsent.filter((one) => one.lessonId === null && one.studentId === studentId)}
        />
      </div>
    </PageFrame>
  );
}
