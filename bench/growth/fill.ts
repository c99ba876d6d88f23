import { connectToDatabase } from '../lib/database.ts'

/**
 * Gives machines boards of these sizes: each player has one score, written by SQL. The server may run, but must not have loaded the boards.
 * @returns the ids of the machines
 */
export async function fillBoards(dataDir: string, sizes: readonly number[]): Promise<string[]> {
  const client = await connectToDatabase(dataDir)
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT $1', [sizes.length])
    await client.query(
      `INSERT INTO users (id, username, username_key, display_name)
       SELECT 'u' || i, 'player' || i, 'player' || i, 'Player ' || i FROM generate_series(1, $1::int) i`,
      [Math.max(...sizes)],
    )
    for (const [at, size] of sizes.entries()) {
      const machineId = rows[at]!.id
      await client.query(
        `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
         SELECT 's' || $3 || '-' || i, 'u' || i, $1, 1000 + (i::bigint * 7919) % 1000000007 * 10, now() - i * interval '1 second', false, '', '{}'
         FROM generate_series(1, $2::int) i`,
        [machineId, size, at],
      )
      await client.query(
        `INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
         SELECT machine_id, user_id, id, value, achieved_at FROM scores WHERE machine_id = $1`,
        [machineId],
      )
      await client.query('INSERT INTO machine_tallies (machine_id, scores, players, zeros) VALUES ($1, $2, $2, $2)', [machineId, size])
    }
    await client.query('VACUUM ANALYZE')
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
