// The schema of a database on PostgreSQL, which a roll-back empties before it puts the copy back,
// and what would keep it from doing so.
import { type Postgres, runSql } from './postgres.ts';

/** Where the server makes its tables: 'public', or a schema of the role's own. */
export const SCHEMA = 'select current_schema()';
/**
 * What the schema consists of. The rest goes with these, such as the indexes of a table, or belongs
 * to an extension, which stays.
 */
const OBJECTS = `
  from pg_depend d join pg_namespace n on n.oid = d.refobjid
  where d.refclassid = 'pg_namespace'::regclass and nspname = current_schema()
    and d.deptype = 'n' and d.classid <> 'pg_extension'::regclass
    and not exists (select from pg_depend o
      where o.classid = d.classid and o.objid = d.objid and o.deptype in ('a', 'i', 'e'))`;
/** The schema itself stays: the role need not own it, and other roles have rights in it. */
export const EMPTY = `
  set client_min_messages = error;
  do $$
    declare each text;
    begin
      foreach each in array coalesce((
        select array_agg(format('drop %s if exists %s cascade', type, identity))
        from (select (pg_identify_object(d.classid, d.objid, 0)).* ${OBJECTS}) objects), '{}')
      loop
        execute each;
      end loop;
    end
  $$;`;
/**
 * What this role may not drop, and views elsewhere, which would be dropped for good. The superuser
 * who made the cluster, number 10, is recorded nowhere as an owner.
 */
const OBSTACLES = `
  select pg_describe_object(d.classid, d.objid, 0) ${OBJECTS}
    and not pg_has_role(nspowner, 'usage')
    and not pg_has_role(coalesce((select s.refobjid from pg_shdepend s
      where s.classid = d.classid and s.objid = d.objid and s.deptype = 'o'
        and s.dbid = (select oid from pg_database where datname = current_database())), 10), 'usage')
  union
  select pg_describe_object('pg_class'::regclass, v.oid, 0)
  from pg_rewrite r join pg_class v on v.oid = ev_class
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_class'::regclass
    join pg_class c on c.oid = d.refobjid
  where c.relnamespace = current_schema()::regnamespace and v.relnamespace <> c.relnamespace
  order by 1`;
const MISSING_RIGHT = `
  select current_schema() where not has_schema_privilege(current_schema(), 'create')`;

/** Why a roll-back could not put a copy back; null if it could. */
export async function refuseWayBack(postgres: Postgres): Promise<string | null> {
  const read = (statement: string) =>
    runSql(postgres, ['-c', statement], 'The database could not be read.');
  const obstacles = await read(OBSTACLES);
  if (obstacles.length > 0)
    return `There would be no way back, because of what other roles or schemas have in this database: ${obstacles.join(', ')}. Move it to another database, or drop it until the upgrade is over.`;
  const [schema] = await read(MISSING_RIGHT);
  return schema === undefined
    ? null
    : `There would be no way back, because the server's role may not make tables any more. Run in its database: grant usage, create on schema ${schema} to its role.`;
}
