import { useEffect, useSyncExternalStore } from 'react'
import { LiveEvents } from '#events/ui/LiveEvents.tsx'
import { useEventNames } from '#events/ui/labels/event-names.ts'
import * as m from '#messages'
import { errorMessage, useConnection, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresRecent } from '#scores/contract/scores.ts'
import { ScoreList } from '#scores/ui/cards/ScoreList.tsx'
import { machineFacts, useNewRows, useScoreRanks, useScores } from '#scores/ui/cards/use-scores.ts'
import { EMPTY_SITE_HEADING, emptySitePart } from './empty-site-part.ts'
import styles from './home.module.css'
import { homeInput } from './home-input.ts'
import { PlayingNow } from './PlayingNow.tsx'
import { WeekRecords } from './WeekRecords.tsx'

const LIMIT = 30

/**
 * The latest scores, newest first and updated live, with a link to pages of older ones. What else happens on the site stands beside them on
 * wide screens, otherwise above and below them.
 */
export function HomePage({ query }: RouteMatch) {
  const { name: site } = useSiteSettings()
  const before = query.before
  const isFirstPage = before === undefined
  const { state, ...rest } = useSubscription(scoresRecent, homeInput(query))
  const scores = useScores(LIMIT, () => true, [])
  const ranks = useScoreRanks()
  const newIds = useNewRows(scores, state === 'ready')
  const eventNames = useEventNames()
  const isSiteEmpty = isFirstPage && state === 'ready' && scores.length === 0
  const EmptySite = useSyncExternalStore(emptySitePart.listen, emptySitePart.current, emptySitePart.current)
  const connection = useConnection().status.status
  useEffect(() => {
    // After a failure it is fetched again with the next connection.
    if (isSiteEmpty && EmptySite === null && connection === 'connected') emptySitePart.load().catch(() => {})
  }, [isSiteEmpty, EmptySite, connection])
  return (
    <AppShell current="home" width={isSiteEmpty ? 'board' : 'columns'}>
      <div className={cx(layout.stack, styles.home, !isSiteEmpty && styles.columns)}>
        {isFirstPage && (
          <div className={styles.live}>
            <LiveEvents />
          </div>
        )}
        {isFirstPage && (
          <div className={styles.playing}>
            <PlayingNow shownScores={new Set(scores.map(({ _id }) => _id))} />
          </div>
        )}
        <div className={cx(layout.stack4, styles.feed)}>
          {isSiteEmpty ? (
            EmptySite === null ? (
              <h1>{m.scores_home_empty_title()}</h1>
            ) : (
              <EmptySite headingId={EMPTY_SITE_HEADING} />
            )
          ) : (
            <h1>{isFirstPage ? m.ui_latest_scores() : m.scores_older()}</h1>
          )}
          {state === 'pending' && <Skeleton kind="score-card" count={6} />}
          {state === 'failed' && <ErrorState title={m.ui_scores_failed()}>{'error' in rest ? errorMessage(rest.error) : null}</ErrorState>}
          {state === 'ready' && scores.length === 0 && !isFirstPage && (
            <EmptyState title={m.ui_list_end()} action={<ButtonLink href="/">{m.ui_latest_scores()}</ButtonLink>}>
              {m.scores_home_end_note()}
            </EmptyState>
          )}
          {scores.length > 0 && (
            <ScoreList
              label={m.ui_latest_scores()}
              scores={scores}
              fresh={newIds}
              ranks={ranks}
              personalBests={ranks}
              machines={machineFacts(scores)}
              eventNames={eventNames}
            />
          )}
          {scores.length > 0 && (
            <nav className={layout.links} aria-label={m.scores_home_pager()}>
              {!isFirstPage && <Link href="/">{m.ui_latest_scores()}</Link>}
              {scores.length === LIMIT && <Link href={`/?before=${scores.at(-1)!._id}`}>{m.scores_older()}</Link>}
            </nav>
          )}
        </div>
        {isFirstPage && (
          <div className={styles.records}>
            <WeekRecords />
          </div>
        )}
        {!isSiteEmpty && (
          <div className={cx(layout.stack5, styles.more)}>
            <nav className={layout.links} aria-label={m.scores_home_more({ site })}>
              <Link href="/events">{m.ui_events()}</Link>
              <Link href="/groups">{m.ui_groups()}</Link>
            </nav>
            <section aria-label={m.ui_share()}>
              <ShareLinks title={m.scores_home_head()} path="/" />
            </section>
          </div>
        )}
      </div>
    </AppShell>
  )
}
