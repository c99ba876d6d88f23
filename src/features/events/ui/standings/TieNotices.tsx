import { useState } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { placeLabel } from '../labels/number-labels.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { tiedRows } from '../labels/tied-rows.ts'
import { joinNames } from '../rounds/result-entry.ts'
import styles from './standings.module.css'
import { useDecidePlayoff } from './use-decide-playoff.ts'

/** Ties below these places are left shared, unless the director opens a row and decides it there. */
const TOP_PLACES = 3

interface TieNoticesProps {
  eventId: string
  rows: readonly LabelledStanding[]
  /** called with one of the tied entrants, if there are more than two */
  onDecide: (entrantId: string) => void
  /** called once a tie of two is decided, with what to announce; its notice goes */
  onDecided: (message: string) => void
}

/** The ties for the top places of a finished event, which its director may decide: of two players with one tap on the winner. */
export function TieNotices({ rows, ...notice }: TieNoticesProps) {
  const ties = [...new Set(rows.map(({ rank }) => rank))]
    .filter(rank => rank <= TOP_PLACES)
    .map(rank => tiedRows(rows.find(row => row.rank === rank)!, rows))
    .filter(tied => tied.length > 1)
  return ties.map(tied => <TieNotice key={tied[0]!.rank} tied={tied} {...notice} />)
}

function TieNotice({ eventId, tied, onDecide, onDecided }: Omit<TieNoticesProps, 'rows'> & { tied: readonly LabelledStanding[] }) {
  const send = useDecidePlayoff(eventId)
  /** the entrant whose win is being sent; null: none */
  const [winnerId, setWinnerId] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [first] = tied
  const place = placeLabel(first!.rank)
  const decide = async ({ entrantId, displayName: name }: LabelledStanding): Promise<void> => {
    if (winnerId !== null) return
    setWinnerId(entrantId)
    setError(null)
    try {
      await send([entrantId, ...tied.map(each => each.entrantId).filter(id => id !== entrantId)])
      onDecided(m.events_playoff_winner_done({ name, place }))
    } catch (cause) {
      setError(errorMessage(cause))
    } finally {
      setWinnerId(null)
    }
  }
  return (
    <div className={cx(layout.between, styles.notice)}>
      <p>{m.events_playoff_tied({ names: joinNames(tied.map(({ displayName }) => displayName)), place })}</p>
      <div className={layout.row2}>
        {tied.length === 2 ? (
          tied.map(row => (
            <Button
              key={row.entrantId}
              aria-label={m.events_playoff_winner_place({ name: row.displayName, place })}
              busy={winnerId === row.entrantId}
              onClick={() => void decide(row)}
            >
              {m.events_playoff_winner({ name: row.displayName })}
            </Button>
          ))
        ) : (
          <Button aria-label={m.events_playoff_decide_place({ place })} onClick={() => onDecide(first!.entrantId)}>
            {m.events_playoff_decide()}
          </Button>
        )}
      </div>
      <FormError message={error} />
    </div>
  )
}
