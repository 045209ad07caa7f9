-- Payments that a family's bank disputes, by the provider's own id. What is lost counts as money that went back, beside
-- the refunds of the purchase.
create table disputes (
  id text primary key,
  purchase_id text not null references purchases (id),
  amount integer not null check (amount >= 0),
  status text not null check (status in ('open', 'won', 'lost')),
  created_at bigint not null,
  updated_at bigint not null
);
create index disputes_of_purchase on disputes (purchase_id);
