// What the waiting list remembers of students whom it has passed over because of a clash.

const statements = `
-- When a spot last went past the student, who has another lesson at that time.
alter table waiting_list_entries add column clashed_at bigint;
-- The parents are emailed once for each entry, after the commit.
alter table waiting_list_entries add column clash_notice text
  check (clash_notice is null or (clash_notice in ('due', 'sent') and clashed_at is not null));
create index waiting_list_entries_clash_due on waiting_list_entries (lesson_id, number)
  where clash_notice = 'due';
`;

export const passedOver = (): string[] => [statements];
