import type pg from 'pg';

/** The steps that made the tables, in order. The number of a step is its place, from 1. A released step never changes. */
const steps: readonly string[] = [
  `create table records (key bytea primary key, value bytea not null);
   create table store_owner (single boolean primary key default true check (single), token uuid not null);`,
];

/** The database was made by a newer program. */
class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema';

  constructor(found: number) {
    super(`The tables have version ${found}; this program knows up to version ${steps.length}`);
  }
}

/**
 * Brings the tables to the present version, each step in a transaction. Only the owner of the database may call this. Rejects with
 * `UnknownSchema` if a newer program made the tables.
 */
export async function upgradeSchema(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists schema_steps (number integer primary key, at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0) as last from schema_steps');
  const last = rows[0]?.last ?? 0;
  if (last > steps.length) throw new UnknownSchema(last);
  for (const [index, step] of steps.slice(last).entries()) {
    // Several statements in one call are one transaction.
    await client.query(`${step} insert into schema_steps (number) values (${last + index + 1});`);
  }
}
