import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { errorMessage, type useSubscription } from '#platform/live/hooks.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { VenueLeaderDoc } from '#scores/contract/venues.ts'

/** Who leads on a machine of a venue, and with which score. @param leader undefined: nobody, or it is not loaded */
export function VenueLeader({ live, leader }: { live: ReturnType<typeof useSubscription>; leader: VenueLeaderDoc | undefined }) {
  if (leader === undefined) {
    return (
      <span className={layout.quiet}>
        {live.state === 'ready' ? m.scores_venue_no_leader() : live.state === 'failed' ? errorMessage(live.error) : m.ui_loading()}
      </span>
    )
  }
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
