// /admin-students: every student, and with ?student=ID one student's record.
import { useSearchParams } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { StudentList } from '../admin/students/student-list.tsx';
import { StudentRecordView } from '../admin/students/student-record.tsx';
import { useStudentRecord, useStudents } from '../api/students.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function AdminStudents() {
  const [search] = useSearchParams();
  const id = search.get('student');
  return id === null ? <Everybody /> : <One key={id} id={id} />;
}

function Everybody() {
  const query = useStudents();
  return (
    <AdminFrame title={pageTitles[paths.adminStudents]}>
      <PageHeader title="Students" />
      {query.isPending && <SkeletonList label="Loading students" />}
      {query.isError && (
        <FailedState title="Failed to load students" onRetry={query.refetch} busy={query.isFetching} />
      )}
      {query.data !== undefined && <StudentList students={query.data} />}
    </AdminFrame>
  );
}

function One({ id }: { readonly id: string }) {
  const query = useStudentRecord(id);
  const name = query.data?.student.Student_Name ?? 'Student';
  return (
    <AdminFrame title={name}>
      <PageHeader
        title={name}
        actions={
          <LinkButton variant="secondary" href={paths.adminStudents}>
            All Students
          </LinkButton>
        }
      />
      {query.isPending && <SkeletonList label="Loading the student" />}
      {query.isError && (
        <FailedState
          title="Failed to load the student"
          text={query.error.message}
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      )}
      {query.data !== undefined && <StudentRecordView record={query.data} />}
    </AdminFrame>
  );
}
