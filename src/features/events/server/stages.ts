import { sql } from 'kysely'

/** An event among those that belong together. `first`: the best place that it is played for; null: it is the qualifying of the others */
export interface StageRow {
  eventId: string
  name: string
  qualifyingId: string | null
  first: number | null
}

/** SQL: the events that belong together with the event `e`, and `e` itself, as `StageRow`. Those that are cancelled are left out. */
export const STAGES = sql<StageRow[]>`(
  SELECT jsonb_agg(jsonb_build_object('eventId', s.id, 'name', s.name, 'qualifyingId', s.qualifying_id, 'first', s.final_from)
    ORDER BY s.final_from NULLS FIRST, s.receipt)
  FROM events s WHERE (s.id IN (e.id, e.qualifying_id) OR s.qualifying_id IN (e.id, e.qualifying_id)) AND (s.id = e.id OR s.cancelled_at IS NULL)
)`

/** Returns the ids of an event's finals, in the order of the places that they are played for. */
export const finalsOf = ({ id, stages }: { id: string; stages: readonly StageRow[] }): string[] =>
  stages.flatMap(({ eventId, qualifyingId }) => (qualifyingId === id ? [eventId] : []))
