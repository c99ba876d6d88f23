import { sentenceOf, useDocument, useDocuments, useLive } from '../../../../platform/live/hooks.ts'
import { Missing } from '../../../../platform/live/missing.tsx'
import type { At } from '../../../../platform/live/route.ts'
import { Avatar } from '../../../../platform/ui/Avatar.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { MachineThumb } from '../../../../platform/ui/MachineThumb.tsx'
import { RankBadge } from '../../../../platform/ui/RankBadge.tsx'
import { ScoreValue } from '../../../../platform/ui/ScoreValue.tsx'
import { ShareLinks } from '../../../../platform/ui/ShareLinks.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { StatusMark } from '../../../../platform/ui/StatusMark.tsx'
import { TimeAgo } from '../../../../platform/ui/TimeAgo.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { type PlaceDoc, type ScoreDoc, type ScoreHistoryDoc, scoresOne, scoresPlaces } from '../../contract.ts'
import { WINDOWS } from '../../rules.ts'
import { Places } from '../Places.tsx'
import { RemoveScore } from '../RemoveScore.tsx'
import { machineFacts } from '../use-scores.ts'
import styles from './pages.module.css'

/** One score: who, on what, how much, where it stands, and what has happened to it. */
export function ScorePage({ params }: At) {
  const scoreId = params.scoreId!
  const live = useLive(scoresOne, { scoreId })
  useLive(scoresPlaces, { scoreId })
  const score = useDocument<ScoreDoc>('scores', scoreId)
  const places = useDocuments<PlaceDoc, PlaceDoc[]>(
    'places',
    documents =>
      WINDOWS.flatMap(window =>
        documents.filter(each => each.userId === score?.userId && each.machineId === score?.machineId && each.window === window),
      ),
    [score?.userId, score?.machineId],
  )
  if (live.state === 'failed' && live.error.error === 404) return <Missing />
  return (
    <AppShell current={null}>
      {live.state === 'pending' && <Skeleton kind="score-card" />}
      {live.state === 'failed' && (
        <ErrorState page title="This score could not be loaded.">
          {sentenceOf(live.error)}
        </ErrorState>
      )}
      {live.state === 'ready' && score === undefined && (
        <ErrorState page title="This score was taken back." action={<Link href="/">Latest scores</Link>}>
          It is off every board.
        </ErrorState>
      )}
      {score !== undefined && (
        <article className={styles.stack}>
          <header className={styles.hero}>
            <MachineThumb name={score.machineName} size="m" {...machineFacts([score]).get(score.machineId)} />
            <div>
              <p className={styles.player}>
                <Avatar name={score.displayName} />
                <Link href={`/players/${encodeURIComponent(score.username)}`}>{score.displayName}</Link>
              </p>
              <h1>
                <Link href={`/machines/${score.machineId}`}>{score.machineName}</Link>
              </h1>
            </div>
            <p className={styles.value}>
              <ScoreValue value={score.value} size="hero" />
            </p>
            <p className={styles.facts}>
              {places[0] !== undefined && places[0].value === score.value && <RankBadge rank={places[0].rank} size="card" />}
              <StatusMark status={score.status} />
              <TimeAgo at={score.achievedAt} />
              {score.location !== undefined && <span>{score.location}</span>}
            </p>
          </header>
          {score.comment !== undefined && <p className={styles.comment}>{score.comment}</p>}
          {places.length > 0 && <Places name={score.displayName} machineId={score.machineId} places={places} />}
          <History scoreId={scoreId} />
          <ShareLinks title={`${score.displayName} on ${score.machineName}`} path={`/scores/${scoreId}`} />
          <RemoveScore score={score} />
        </article>
      )}
    </AppShell>
  )
}

const words: Record<ScoreHistoryDoc['action'], string> = {
  submitted: 'entered it',
  edited: 'corrected it',
  flagged: 'flagged it',
  moderated: 'looked at it',
  voided: 'voided it',
  restored: 'restored it',
}

function History({ scoreId }: { scoreId: string }) {
  const history = useDocuments<ScoreHistoryDoc, (ScoreHistoryDoc & { _id: string })[]>(
    'scoreHistory',
    documents => documents.filter(each => each.scoreId === scoreId).sort((a, b) => a.at.getTime() - b.at.getTime()),
    [scoreId],
  )
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className={styles.list}>
        {history.map(({ _id, by, action, at, changes }) => (
          <li key={_id}>
            {by?.username ?? 'Somebody'} {words[action]} <TimeAgo at={at} />
            {changes.value !== undefined && (
              <>
                : <ScoreValue value={Number(changes.value[0])} size="row" /> became{' '}
                <ScoreValue value={Number(changes.value[1])} size="row" />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
