// The business settings, and what an enquiry was promised and a payment was for when they were
// made.
const statements = `
-- JSON, the business settings; null until the tutor changes them.
alter table settings add column business text;

-- Within how many hours an answer was promised; a later change of the setting leaves it alone.
alter table enquiries add column answer_hours integer not null default 24
  check (answer_hours between 1 and 168);

-- The name of the package that was bought, as it was then; null for any other quantity.
alter table payments add column package_name text;
update payments set package_name = case credits when 1 then '1 credit' else credits || ' credits' end
  where currency = 'gbp' and ((credits = 1 and amount = 3000)
    or (credits = 5 and amount = 14000) or (credits = 10 and amount = 27000));
`;

export const businessSettings = (): string[] => [statements];
