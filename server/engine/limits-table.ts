/** Counters of the abuse limits, in the shape that rate-limiter-flexible expects. */
export const LIMITS_TABLE = `
create table if not exists rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);`;
