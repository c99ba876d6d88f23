import * as m from '#messages'
import { LiveEvents } from '../../features/events/ui/LiveEvents.tsx'
import { useEventNames } from '../../features/events/ui/labels/event-names.ts'
import { scoresRecent } from '../../features/scores/contract/scores.ts'
import { ScoreList } from '../../features/scores/ui/cards/ScoreList.tsx'
import { machineFacts, useNewRows, useScores } from '../../features/scores/ui/cards/use-scores.ts'
import { homeInput } from '../../features/scores/ui/query-params.ts'
import styles from '../../features/scores/ui/score-pages.module.css'
import { errorMessage, useSubscription } from '../../platform/live/hooks.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { ShareLinks } from '../../platform/ui/controls/ShareLinks.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'

const LIMIT = 30

/** The latest scores, newest first and updated live, with a link to pages of older ones. */
export function HomePage({ query }: RouteMatch) {
  const before = query.before
  const { state, ...rest } = useSubscription(scoresRecent, homeInput(query))
  const scores = useScores(LIMIT, () => true, [])
  const newIds = useNewRows(scores, state === 'ready')
  const eventNames = useEventNames()
  return (
    <AppShell current="home">
      {before === undefined && <LiveEvents />}
      <div className={styles.head}>
        <h1>{before === undefined ? m.scores_latest() : m.scores_older()}</h1>
      </div>
      {state === 'pending' && <Skeleton kind="score-card" count={6} />}
      {state === 'failed' && <ErrorState title={m.scores_failed()}>{'error' in rest ? errorMessage(rest.error) : null}</ErrorState>}
      {state === 'ready' && scores.length === 0 && (
        <EmptyState
          title={before === undefined ? m.scores_none_yet() : m.scores_home_end()}
          action={
            <ButtonLink href={before === undefined ? '/submit' : '/'}>
              {before === undefined ? m.scores_add_one() : m.scores_latest()}
            </ButtonLink>
          }
        >
          {before === undefined ? m.scores_home_none_note() : m.scores_home_end_note()}
        </EmptyState>
      )}
      {scores.length > 0 && (
        <ScoreList label={m.scores_latest()} scores={scores} fresh={newIds} machines={machineFacts(scores)} eventNames={eventNames} />
      )}
      <nav className={styles.pager} aria-label={m.scores_home_pager()}>
        {before !== undefined && <Link href="/">{m.scores_latest()}</Link>}
        {scores.length === LIMIT && <Link href={`/?before=${scores.at(-1)!._id}`}>{m.scores_older()}</Link>}
      </nav>
      <nav className={styles.elsewhere} aria-label={m.scores_home_more()}>
        <Link href="/events">{m.scores_home_events()}</Link>
        <Link href="/groups">{m.scores_home_groups()}</Link>
      </nav>
      <section className={styles.share} aria-label={m.scores_share()}>
        <ShareLinks title={m.scores_home_head()} path="/" />
      </section>
    </AppShell>
  )
}
