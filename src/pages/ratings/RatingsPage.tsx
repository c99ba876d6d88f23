import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { FilterLinks } from '#platform/ui/navigation/FilterLinks.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { ratingsList } from '#ratings/contract/list.ts'
import type { RatingDoc } from '#ratings/contract/ratings.ts'
import { MIN_GAMES } from '#ratings/rules.ts'
import { rankRows } from '#scores/rules.ts'
import { ratingsHref, ratingsInput, readShown } from './query-params.ts'

/** Players by their ratings, best first. */
export function RatingsPage({ query }: RouteMatch) {
  const shown = readShown(query)
  const { limit, minGames } = ratingsInput(shown)
  const live = useSubscription(ratingsList, { limit, minGames })
  const ratings = useDocuments<RatingDoc, (RatingDoc & { _id: string })[]>(
    'ratings',
    documents =>
      documents
        // The document store may still contain others, of the player's page before or of a list with more of them.
        .filter(({ games, hidden }) => games >= minGames && !hidden)
        .sort((a, b) => b.rating - a.rating || (a._id < b._id ? -1 : 1))
        .slice(0, limit),
    [limit, minGames],
  )
  const ranks = rankRows(ratings.map(({ rating: value }) => ({ value })))
  const more = ratingsHref({ ...shown, page: shown.page + 1 })
  return (
    <AppShell current={null} width="board">
      <div className={layout.stack5}>
        <div className={layout.stack3}>
          <h1>{m.ratings_title()}</h1>
          <p className={layout.quiet}>{m.ratings_about()}</p>
        </div>
        <FilterLinks
          label={m.ratings_page_which()}
          links={[
            { href: ratingsHref({ page: 1, all: false })!, text: m.ratings_page_min_games({ n: MIN_GAMES }), current: !shown.all },
            { href: ratingsHref({ page: 1, all: true })!, text: m.ratings_page_everybody(), current: shown.all },
          ]}
        />
        {live.state === 'pending' && ratings.length === 0 && <Skeleton kind="board-row" count={8} />}
        {live.state === 'failed' && <ErrorState title={m.ratings_page_failed()}>{errorMessage(live.error)}</ErrorState>}
        {live.state === 'ready' && ratings.length === 0 && (
          <EmptyState title={m.ratings_page_none()}>{m.ratings_page_none_words()}</EmptyState>
        )}
        {ratings.length > 0 && (
          <List className={layout.stack4} aria-label={m.ratings_title()}>
            {ratings.map(({ _id, username, displayName, avatar, rating, uncertainty, games }, i) => (
              <li key={_id} className={layout.line3}>
                <RankBadge rank={ranks[i]!} />
                <Avatar name={displayName} picture={avatar} size="s" />
                <span className={cx(layout.stack, layout.anywhere)}>
                  <PlayerLink username={username}>{displayName}</PlayerLink>
                  <span className={layout.facts}>
                    <span className={layout.strong}>{rating}</span>
                    <span>{m.ratings_uncertainty({ n: plainNumber(uncertainty) })}</span>
                    <span className={layout.quiet}>{m.ratings_games({ count: games, n: plainNumber(games) })}</span>
                  </span>
                </span>
              </li>
            ))}
          </List>
        )}
        {more !== null && ratings.length === limit && <Link href={more}>{m.ratings_page_more()}</Link>}
      </div>
    </AppShell>
  )
}
