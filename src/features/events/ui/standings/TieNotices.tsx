import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { placeLabel } from '../labels/number-labels.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { tiedRows } from '../labels/tied-rows.ts'
import { joinNames } from '../rounds/result-entry.ts'
import styles from './standings.module.css'

/** How many ties are pointed out; those further down matter least. */
const SHOWN = 3

/** The ties at the top of a finished event, which its director may decide. @param onDecide called with one of the tied entrants */
export function TieNotices({ rows, onDecide }: { rows: readonly LabelledStanding[]; onDecide: (entrantId: string) => void }) {
  const ties = [...new Set(rows.map(({ rank }) => rank))]
    .map(rank => tiedRows(rows.find(row => row.rank === rank)!, rows))
    .filter(tied => tied.length > 1)
  return ties.slice(0, SHOWN).map(tied => {
    const [first] = tied
    const place = placeLabel(first!.rank)
    return (
      <div key={first!.rank} className={cx(layout.between, styles.notice)}>
        <p>{m.events_playoff_tied({ names: joinNames(tied.map(({ displayName }) => displayName)), place })}</p>
        <Button aria-label={m.events_playoff_decide_place({ place })} onClick={() => onDecide(first!.entrantId)}>
          {m.events_playoff_decide()}
        </Button>
      </div>
    )
  })
}
