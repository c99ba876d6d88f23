import rounds from '#events/ui/rounds/Rounds.module.css'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { LiveGameDoc } from '../contract/live-games.ts'

/** Says of a live game that it is being played, that it has just ended, or that its machine does not answer any more. */
export function LiveMark({ over }: { over: LiveGameDoc['over'] | undefined }) {
  if (over === undefined) return <span className={cx(layout.line2, layout.live, rounds.confirmed)}>{m.stations_live()}</span>
  return <span className={layout.line2}>{over === 'ended' ? m.stations_over_ended() : m.stations_over_away()}</span>
}
