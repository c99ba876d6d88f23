import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsOne } from '#events/contract/publications.ts'
import { useEventNames } from '#events/ui/labels/event-names.ts'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { type PlayerRankDoc, scoresPlaces } from '#scores/contract/boards.ts'
import { type ScoreDoc, scoresOne, scoresVoids } from '#scores/contract/scores.ts'
import { isCorrectable, WINDOWS } from '#scores/rules.ts'
import { machineFacts } from '#scores/ui/cards/use-scores.ts'
import { useVoidedScores } from '#scores/ui/cards/use-voids.ts'
import styles from '#scores/ui/score-pages.module.css'
import { venuesCard } from '#venues/contract/card.ts'
import type { VenueDoc } from '#venues/contract.ts'
import { venuePath } from '#venues/ui/venue-path.ts'
import { Comments } from './Comments.tsx'
import { FlagButton } from './FlagButton.tsx'
import { LikeButton } from './LikeButton.tsx'
import { PlayerRanks } from './PlayerRanks.tsx'
import { historyReason, ScoreHistory, useScoreHistory } from './ScoreHistory.tsx'
import { ScorePicture } from './ScorePicture.tsx'
import { UnderReview } from './UnderReview.tsx'

const RemoveScore = lazyComponent(async () => (await import('./RemoveScore.tsx')).RemoveScore)

const CorrectScore = lazyComponent(async () => (await import('./CorrectScore.tsx')).CorrectScore)

const ModeratorBar = lazyComponent(async () => (await import('./ModeratorBar.tsx')).ModeratorBar)

/** One score: player, machine, value, rank, comments, and history. */
export function ScorePage({ params }: RouteMatch) {
  const scoreId = params.scoreId!
  const live = useSubscription(scoresOne, { scoreId })
  useSubscription(scoresPlaces, { scoreId })
  useSubscription(scoresVoids, { scoreId })
  const voided = useVoidedScores().get(scoreId)
  const score = useDocument<ScoreDoc>('scores', scoreId)
  const places = useDocuments<PlayerRankDoc, PlayerRankDoc[]>(
    'places',
    documents =>
      WINDOWS.flatMap(window =>
        documents.filter(each => each.userId === score?.userId && each.machineId === score?.machineId && each.window === window),
      ),
    [score?.userId, score?.machineId],
  )
  const userId = useUserId()
  const moderator = useHasRole(['moderator', 'admin'])
  const history = useScoreHistory(scoreId)
  const reason = score === undefined ? undefined : historyReason(history, score.status)
  if (live.state === 'failed' && live.error.error === 404) return <ShowNotFound />
  return (
    <AppShell current={null}>
      {live.state === 'pending' && <Skeleton kind="score-card" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_score_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {live.state === 'ready' && score === undefined && (
        <ErrorState page title={m.scores_score_gone()} action={<Link href="/">{m.ui_latest_scores()}</Link>}>
          {m.scores_score_gone_note()}
        </ErrorState>
      )}
      {score !== undefined && (
        <article className={layout.stack6}>
          <header className={styles.hero}>
            <MachineThumb name={score.machineName} size="m" {...machineFacts([score]).get(score.machineId)} />
            <div>
              <p className={styles.player}>
                <Avatar name={score.displayName} picture={score.avatar} />
                <PlayerLink username={score.username}>{score.displayName}</PlayerLink>
              </p>
              <h1>
                <Link href={`/machines/${score.machineId}`}>{score.machineName}</Link>
              </h1>
            </div>
            <p className={styles.value}>
              <ScoreValue value={score.value} size="hero" />
            </p>
            <p className={cx(layout.row3, layout.muted)}>
              {places[0] !== undefined && places[0].value === score.value && <RankBadge rank={places[0].rank} size="card" />}
              <StatusMark status={score.status} reason={score.source === 'machine' ? m.stations_source() : undefined} />
              {score.eventId !== undefined && <EventLink eventId={score.eventId} />}
              {score.venueId !== undefined ? <VenueLink venueId={score.venueId} text={score.location} /> : score.location}
              {/* Last, because room is kept at its end for the age in the reader's language. */}
              <TimeAgo at={score.achievedAt} />
            </p>
          </header>
          {(score.status === 'disputed' || score.status === 'rejected') && (
            <p className={styles.why}>
              {score.status === 'disputed' ? m.scores_score_disputed() : m.scores_score_rejected()}
              {reason !== undefined && (
                <>
                  : <q dir="auto">{reason}</q>
                </>
              )}
            </p>
          )}
          {voided !== undefined && (
            <p className={styles.why}>
              {m.scores_score_void()}
              {voided.reason !== undefined && (
                <>
                  : <q dir="auto">{voided.reason}</q>
                </>
              )}
            </p>
          )}
          {score.underReview && <UnderReview scoreId={scoreId} isOwn={score.userId === userId} />}
          {score.picture !== undefined && <ScorePicture score={score} picture={score.picture} />}
          {score.comment !== undefined && (
            <p className={styles.comment} dir="auto">
              {score.comment}
            </p>
          )}
          <div className={layout.row2}>
            <LikeButton scoreId={scoreId} likes={score.likes} />
          </div>
          {places.length > 0 && <PlayerRanks name={score.displayName} machineId={score.machineId} places={places} />}
          <Comments scoreId={scoreId} count={score.comments} moderator={moderator} />
          <ScoreHistory entries={history} />
          <ShareLinks title={m.scores_by_on({ name: score.displayName, machine: score.machineName })} path={`/scores/${scoreId}`} />
          <div className={layout.row2}>
            {score.userId !== userId && score.status !== 'rejected' && <FlagButton scoreId={scoreId} />}
            {score.userId !== userId && (
              <ReportButton kind="score" subjectId={scoreId} subjectLabel={m.scores_report_score()} path={`/scores/${scoreId}`} />
            )}
            {(moderator || (score.userId === userId && isCorrectable(score.status, score.createdAt.getTime(), Date.now()))) && (
              <CorrectScore score={score} />
            )}
            {(score.userId === userId || moderator) && <RemoveScore scoreId={scoreId} />}
          </div>
          {/* At the end, because it comes when the user's roles are known, and would move what stands below. */}
          {moderator && <ModeratorBar score={score} />}
        </article>
      )}
    </AppShell>
  )
}

/** A link to the event that a score was submitted to. */
function EventLink({ eventId }: { eventId: string }) {
  useSubscription(eventsOne, { eventId })
  return <Link href={`/events/${eventId}`}>{useEventNames().get(eventId) ?? m.scores_score_in_event()}</Link>
}

/** @param text what the player has typed, which stands there until the venue is loaded */
function VenueLink({ venueId, text }: { venueId: string; text: string | undefined }) {
  useSubscription(venuesCard, { venueId })
  const venue = useDocument<VenueDoc>('venues', venueId)
  return venue === undefined ? text : <Link href={venuePath(venue.slug)}>{venue.name}</Link>
}
