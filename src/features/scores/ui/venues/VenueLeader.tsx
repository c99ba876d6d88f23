import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { VenueLeaderDoc } from '#scores/contract/venues.ts'

/** Who leads on a machine of a venue, and with which score. @param leader undefined: nobody has played it there yet */
export function VenueLeader({ leader }: { leader: VenueLeaderDoc | undefined }) {
  if (leader === undefined) return <span className={layout.quiet}>{m.scores_venue_no_leader()}</span>
  return (
    <span className={layout.line2}>
      <PlayerLink className={layout.oneLine} username={leader.username}>
        {leader.displayName}
      </PlayerLink>
      <Link href={`/scores/${leader.scoreId}`}>
        <ScoreValue value={leader.value} size="row" />
      </Link>
    </span>
  )
}
