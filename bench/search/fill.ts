import { machineSearchText } from '#machines/server/machine-search-text.ts'
import { searchText } from '#platform/text/fold.ts'
import { connectToDatabase } from '../lib/database.ts'
import { createMachineNames, createPlayerNames, createTitles, type MachineName, type PlayerName } from './names.ts'

export interface Site {
  players: readonly PlayerName[]
  machines: readonly MachineName[]
}

const GROUPS = 300
const EVENTS = 1000

/** Gives a site players, machines, groups and events, by SQL. The server may run. */
export async function fillSite(dataDir: string, counts: { players: number; machines: number }): Promise<Site> {
  const [players, machines] = [createPlayerNames(counts.players), createMachineNames(counts.machines)]
  const client = await connectToDatabase(dataDir)
  try {
    await client.query(
      `INSERT INTO users (id, username, username_key, display_name, search)
       SELECT gen_random_uuid(), username, lower(username), display, search FROM unnest($1::text[], $2::text[], $3::text[]) u (username, display, search)`,
      [
        players.map(({ username }) => username),
        players.map(({ displayName }) => displayName),
        players.map(({ username, displayName }) => searchText([username, displayName])),
      ],
    )
    await client.query(
      `INSERT INTO machines (id, name, manufacturer, year, type, search)
       SELECT gen_random_uuid(), name, maker, year, 'ss', search
       FROM unnest($1::text[], $2::text[], $3::int[], $4::text[]) m (name, maker, year, search)`,
      [
        machines.map(({ name }) => name),
        machines.map(({ manufacturer }) => manufacturer),
        machines.map(({ year }) => year),
        machines.map(machine => machineSearchText(machine)),
      ],
    )
    await client.query(
      `INSERT INTO machine_tallies (machine_id, scores, players, zeros)
       SELECT id, (row_number() OVER (ORDER BY id) * 7919) % 5000, 1, 0 FROM machines ON CONFLICT DO NOTHING`,
    )
    const titles = createTitles(GROUPS + EVENTS)
    const owner = await client.query<{ id: string }>('SELECT id FROM users ORDER BY id LIMIT 1')
    await client.query(
      `INSERT INTO groups (id, name, visibility, made_by, fingerprint, search)
       SELECT gen_random_uuid(), name, 'public', $3, '', search FROM unnest($1::text[], $2::text[]) g (name, search)`,
      [titles.slice(0, GROUPS), titles.slice(0, GROUPS).map(title => searchText([title])), owner.rows[0]!.id],
    )
    await client.query(
      `INSERT INTO events (id, name, director_id, made_by, fingerprint, format, time_zone, starts_at, ends_at, listed_at_once, search)
       SELECT gen_random_uuid(), name, $3, $3, '', '{"kind": "high-score"}', 'UTC', now() + (n - 500) * interval '1 day',
         now() + (n - 499) * interval '1 day', true, search FROM unnest($1::text[], $2::text[]) WITH ORDINALITY e (name, search, n)`,
      [titles.slice(GROUPS), titles.slice(GROUPS).map(title => searchText([title])), owner.rows[0]!.id],
    )
    await client.query('VACUUM ANALYZE')
    return { players, machines }
  } finally {
    await client.end()
  }
}
