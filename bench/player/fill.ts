import { connectToDatabase } from '../lib/database.ts'

export interface Played {
  userId: string
  scores: number
  machines: number
  /** players of each of the machines, who have one score each */
  others: number
}

/**
 * Gives a player scores of the last 400 days, by SQL: half of them on one machine, the others spread over the rest. The server may run, but
 * must not have loaded anything of the player.
 * @returns the ids of the machines, beginning with that which the player has played most
 */
export async function fillPlayer(dataDir: string, { userId, scores, machines, others }: Played): Promise<string[]> {
  const client = await connectToDatabase(dataDir)
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT $1', [machines])
    const machineIds = rows.map(({ id }) => id)
    await client.query(
      `INSERT INTO users (id, username, username_key, display_name)
       SELECT 'u' || i, 'player' || i, 'player' || i, 'Player ' || i FROM generate_series(1, $1::int) i`,
      [others],
    )
    await client.query(
      `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
       SELECT 's' || m.at || '-' || i, 'u' || i, m.id, 1000 + (i::bigint * 104729 * 7919 * m.at) % 1000000007, now() - i * interval '1 hour', false, '', '{}'
       FROM unnest($1::text[]) WITH ORDINALITY m (id, at), generate_series(1, $2::int) i`,
      [machineIds, others],
    )
    await client.query(
      `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
       SELECT 'own' || i, $1, ($2::text[])[CASE WHEN i % 2 = 0 THEN 1 ELSE 1 + i % cardinality($2) END], 1000 + (i::bigint * 104729) % 500000003,
         date_trunc('milliseconds', now()) - (($3 - i) * 400.0 / $3) * interval '1 day', false, '', '{}'
       FROM generate_series(1, $3::int) i`,
      [userId, machineIds, scores],
    )
    await client.query(
      `INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
       SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM scores
       ORDER BY machine_id, user_id, value DESC, achieved_at, id`,
    )
    await client.query(
      `INSERT INTO machine_tallies (machine_id, scores, players, zeros)
       SELECT machine_id, count(*), count(DISTINCT user_id), count(*) FILTER (WHERE value % 10 = 0) FROM scores GROUP BY machine_id`,
    )
    await client.query('VACUUM ANALYZE')
    return machineIds
  } finally {
    await client.end()
  }
}
