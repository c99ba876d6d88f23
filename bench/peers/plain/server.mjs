import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import pg from 'pg'
import { Server } from 'socket.io'

// A score site as written in one day: Fastify with schemas, signed tokens that need no look-up, one transaction per score on pg's pool of
// ten, and socket.io with a room per board. It does less than ours: no rank, no number of players, no idempotent resend of a score.
// With the argument `tuned` it writes a score by one prepared statement in place of the four of a transaction.
const isTuned = process.argv[2] === 'tuned'
const pool = new pg.Pool()
await pool.query(`
  CREATE TABLE players (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, username text NOT NULL UNIQUE);
  CREATE TABLE scores (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, player_id bigint NOT NULL REFERENCES players, board text NOT NULL, value bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON scores (board, created_at);
  CREATE TABLE bests (
    board text NOT NULL, player_id bigint NOT NULL REFERENCES players, score_id bigint NOT NULL REFERENCES scores, value bigint NOT NULL,
    PRIMARY KEY (board, player_id));
  CREATE INDEX ON bests (board, value DESC);
`)

const app = Fastify()
await app.register(jwt, { secret: 'a secret of the bench' })
const io = new Server(app.server)
io.on('connection', socket => socket.on('board', board => socket.join(board)))

const schema = (properties, required = Object.keys(properties)) => ({ schema: { body: { type: 'object', properties, required } } })

app.post('/players', schema({ username: { type: 'string', maxLength: 40 } }), async ({ body: { username } }) => {
  const { rows } = await pool.query('INSERT INTO players (username) VALUES ($1) RETURNING id', [username])
  return { token: app.jwt.sign({ playerId: rows[0].id, username }) }
})

app.post('/scores', schema({ board: { type: 'string', maxLength: 40 }, value: { type: 'integer', minimum: 1 } }), async request => {
  const { playerId, username } = await request.jwtVerify()
  const { board, value } = request.body
  const { score, personalBest } = await (isTuned ? writeAtOnce : write)(playerId, board, value)
  if (personalBest) io.to(board).emit('score', { playerId, username, scoreId: score.id, value, createdAt: score.createdAt })
  return { scoreId: score.id, personalBest }
})

app.get(
  '/boards/:board',
  { schema: { querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } } } } },
  async request => {
    const { rows } = await pool.query({
      name: 'read a board',
      text: `SELECT b.player_id AS "playerId", p.username, b.score_id AS "scoreId", b.value, s.created_at AS "createdAt"
      FROM bests b JOIN players p ON p.id = b.player_id JOIN scores s ON s.id = b.score_id WHERE b.board = $1 ORDER BY b.value DESC LIMIT $2`,
      values: [request.params.board, request.query.limit ?? 50],
    })
    return { boardRows: rows }
  },
)

async function write(playerId, board, value) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const inserted = await client.query(
      'INSERT INTO scores (player_id, board, value) VALUES ($1, $2, $3) RETURNING id, created_at AS "createdAt"',
      [playerId, board, value],
    )
    const score = inserted.rows[0]
    const best = await client.query(
      `INSERT INTO bests AS b (board, player_id, score_id, value) VALUES ($1, $2, $3, $4)
       ON CONFLICT (board, player_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value WHERE excluded.value > b.value`,
      [board, playerId, score.id, value],
    )
    await client.query('COMMIT')
    return { score, personalBest: best.rowCount > 0 }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

async function writeAtOnce(playerId, board, value) {
  const text = `
    WITH s AS (INSERT INTO scores (player_id, board, value) VALUES ($1, $2, $3) RETURNING id, created_at AS "createdAt"), best AS (
      INSERT INTO bests AS b (board, player_id, score_id, value) SELECT $2, $1, id, $3 FROM s
      ON CONFLICT (board, player_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value WHERE excluded.value > b.value
      RETURNING score_id)
    SELECT s.*, (SELECT count(*) FROM best) > 0 AS "personalBest" FROM s`
  const { rows } = await pool.query({ name: 'write a score', text, values: [playerId, board, value] })
  const { personalBest, ...score } = rows[0]
  return { score, personalBest }
}

await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at http://127.0.0.1:${app.server.address().port}`)
process.on('SIGTERM', () => process.exit())
