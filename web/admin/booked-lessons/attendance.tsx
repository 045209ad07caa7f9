// <AttendanceSheet>: the printed list of a lesson's students, to tick off by hand. Hidden on
// screens.
import { formatDate, shortTime, ukTime } from '../../../domain/time.ts';
import type { BookedLesson } from './booked-lesson.ts';

export function AttendanceSheet({ lesson }: { readonly lesson: BookedLesson }) {
  const { name, date, time, link, notes, bookings } = lesson;
  const cell = 'border border-[#000] px-3 py-2.5 text-left align-top';
  return (
    <section aria-label="Attendance list" className="hidden bg-[#fff] text-[#000] print:block">
      <h1 className="text-title">{name}</h1>
      <p className="mt-1">
        {formatDate(date, 'long')}, {shortTime(time)} UK time
      </p>
      <p>{link}</p>
      {notes !== '' && <p className="mt-2 whitespace-pre-line">{notes}</p>}
      <table className="mt-5 w-full border-collapse">
        <thead>
          <tr>
            <th className={`${cell} w-10`}>No.</th>
            <th className={cell}>Student</th>
            <th className={`${cell} w-24`}>Present</th>
            <th className={`${cell} w-1/3`}>Remarks</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map(({ id, Student_Name: studentName, absent, excused, joined_at }, index) => (
            <tr key={id}>
              <td className={cell}>{index + 1}</td>
              <td className={cell}>{studentName}</td>
              <td className={cell}>
                {absent
                  ? 'Absent'
                  : joined_at !== null && `Joined ${ukTime(Date.parse(joined_at))}`}
              </td>
              <td className={cell}>{excused ? "Can't come" : '\u00a0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
