import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { type VenuePlayerDoc, venuesPlayers } from '#scores/contract/venues.ts'

/** Who plays in a venue, most scores first; renders nothing while nobody does. */
export function VenuePlayers({ slug, venueId }: { slug: string; venueId: string }) {
  useSubscription(venuesPlayers, { slug })
  const number = useFormatNumber()
  const players = useDocuments<VenuePlayerDoc, (VenuePlayerDoc & { _id: string })[]>(
    'venuePlayers',
    documents =>
      documents
        .filter(each => each.venueId === venueId)
        .sort((a, b) => b.scores - a.scores || b.lastPlayedAt.getTime() - a.lastPlayedAt.getTime() || (a._id < b._id ? -1 : 1)),
    [venueId],
  )
  if (players.length === 0) return null
  return (
    <section className={layout.stack3} aria-labelledby="players">
      <h2 id="players">{m.scores_venue_players()}</h2>
      <p className={layout.quiet}>{m.scores_venue_players_words()}</p>
      <List className={layout.stack2}>
        {players.map(({ _id, username, displayName, avatar, scores, lastPlayedAt }) => (
          <li key={_id} className={layout.between}>
            <span className={layout.line2}>
              <Avatar name={displayName} picture={avatar} />
              <PlayerLink className={cx(layout.oneLine, layout.link)} username={username}>
                {displayName}
              </PlayerLink>
            </span>
            <span className={cx(layout.line2, layout.quiet)}>
              {m.scores_venue_player_scores({ count: scores, n: number(scores) })}
              <TimeAgo at={lastPlayedAt} />
            </span>
          </li>
        ))}
      </List>
    </section>
  )
}
