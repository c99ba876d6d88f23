import type pg from 'pg'

/** Copies rows of a table with some columns changed. @param changes SQL: a JSON object of the changed columns, of the row `t` */
const copyRows = (table: string, condition: string, changes: string): string =>
  `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || ${changes})).* FROM ${table} t WHERE ${condition}`

const ID = `left($2 || '-' || t.id, 64)`
const idsOf = (column: string): string =>
  `(SELECT coalesce(jsonb_agg(left($2 || '-' || x, 64) ORDER BY i), '[]') FROM unnest(${column}) WITH ORDINALITY u (x, i))`

/**
 * Copies an event with its players and its first round, as if it had been played some weeks earlier.
 * @param n tells copies apart @param isOver whether the copy is finished
 * @returns its id
 */
export async function cloneEvent(database: pg.Client, eventId: string, n: number, isOver: boolean): Promise<string> {
  const prefix = `c${n}`
  const copy = `left($2 || '-' || $1, 64)`
  const finished = isOver ? `'finishes_at', now() - interval '${n} minutes', ` : ''
  const run = (text: string): Promise<unknown> => database.query(text, [eventId, prefix])
  await run(
    copyRows(
      'events',
      't.id = $1',
      `jsonb_build_object(${finished}'id', ${copy}, 'receipt', t.receipt + ${n * 1000}, 'name', 'Night ${n}', 'check_in_code', NULL)`,
    ),
  )
  await run(copyRows('event_machines', 't.event_id = $1', `jsonb_build_object('event_id', ${copy})`))
  await run(copyRows('event_entrants', 't.event_id = $1', `jsonb_build_object('event_id', ${copy}, 'id', ${ID})`))
  await run(copyRows('event_rounds', 't.event_id = $1', `jsonb_build_object('event_id', ${copy}, 'id', ${ID}, 'byes', ${idsOf('t.byes')})`))
  const ofEvent = (column: string): string => `${column} IN (SELECT r.id FROM event_rounds r WHERE r.event_id = $1)`
  await run(
    copyRows(
      'event_groups',
      ofEvent('t.round_id'),
      `jsonb_build_object('id', ${ID}, 'round_id', left($2 || '-' || t.round_id, 64), 'entrant_ids', ${idsOf('t.entrant_ids')})`,
    ),
  )
  await run(
    copyRows(
      'event_games',
      `t.group_id IN (SELECT g.id FROM event_groups g JOIN event_rounds r ON r.id = g.round_id WHERE r.event_id = $1)`,
      `jsonb_build_object('group_id', left($2 || '-' || t.group_id, 64), 'result', ${idsOf('t.result')})`,
    ),
  )
  return `${prefix}-${eventId}`
}
