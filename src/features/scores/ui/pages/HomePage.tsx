import { sentenceOf, useLive } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { EmptyState } from '../../../../platform/ui/EmptyState.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { ScoreList } from '../../../../platform/ui/ScoreList.tsx'
import { ShareLinks } from '../../../../platform/ui/ShareLinks.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { useEventNames } from '../../../events/ui/parts/event-names.ts'
import { LiveEvents } from '../../../events/ui/parts/LiveEvents.tsx'
import { scoresRecent } from '../../contract.ts'
import { homeInput } from '../inputs.ts'
import { machineFacts, useFresh, useScores } from '../use-scores.ts'
import styles from './pages.module.css'

const LIMIT = 30

/** The latest scores, newest first, as they come in; older ones page by page. */
export function HomePage({ query }: At) {
  const before = query.before
  const { state, ...rest } = useLive(scoresRecent, homeInput(query))
  const scores = useScores(LIMIT, () => true, [])
  const fresh = useFresh(scores, state === 'ready')
  const eventNames = useEventNames()
  return (
    <AppShell current="home">
      {before === undefined && <LiveEvents />}
      <div className={styles.head}>
        <h1>{before === undefined ? 'Latest scores' : 'Older scores'}</h1>
      </div>
      {state === 'pending' && <Skeleton kind="score-card" count={6} />}
      {state === 'failed' && (
        <ErrorState title="The scores could not be loaded.">{'error' in rest ? sentenceOf(rest.error) : null}</ErrorState>
      )}
      {state === 'ready' && scores.length === 0 && (
        <EmptyState
          title={before === undefined ? 'No scores yet. Be the first.' : 'That was all.'}
          action={
            <ButtonLink href={before === undefined ? '/submit' : '/'}>{before === undefined ? 'Add a score' : 'Latest scores'}</ButtonLink>
          }
        >
          {before === undefined ? 'Every board starts with one brave number.' : 'There is nothing older than this.'}
        </EmptyState>
      )}
      {scores.length > 0 && (
        <ScoreList label="Latest scores" scores={scores} fresh={fresh} machines={machineFacts(scores)} eventNames={eventNames} />
      )}
      <nav className={styles.pager} aria-label="Older and newer scores">
        {before !== undefined && <Link href="/">Latest scores</Link>}
        {scores.length === LIMIT && <Link href={`/?before=${scores.at(-1)!._id}`}>Older scores</Link>}
      </nav>
      <nav className={styles.elsewhere} aria-label="More of Skillshot">
        <Link href="/events">Events</Link>
        <Link href="/groups">Groups</Link>
      </nav>
      <section className={styles.share} aria-label="Share">
        <ShareLinks title="Skillshot: pinball scores, live" path="/" />
      </section>
    </AppShell>
  )
}
