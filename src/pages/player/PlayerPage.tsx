import { findByUsername, usernameKey } from '#accounts/rules.ts'
import { useAccount, useSession } from '#accounts/ui/session/use-account.ts'
import { useEventNames } from '#events/ui/labels/event-names.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type PlayerDoc, playersOne } from '#players/contract/players.ts'
import { type PlayerEventDoc, type PlayerSummaryDoc, playersSummary } from '#players/contract/summary.ts'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import type { PlayerBestDoc } from '#scores/contract/boards.ts'
import { playersScores } from '#scores/contract/scores.ts'
import { ScoreList } from '#scores/ui/cards/ScoreList.tsx'
import { machineFacts, useScores } from '#scores/ui/cards/use-scores.ts'
import { readMachineId } from '#scores/ui/query-params.ts'
import { RemovePicture } from '#uploads/ui/RemovePicture.tsx'
import { PlayerBests } from './PlayerBests.tsx'
import { PlayerEvents } from './PlayerEvents.tsx'
import { PlayerFigures } from './PlayerFigures.tsx'
import { PlayerForm } from './PlayerForm.tsx'
import { PlayerProgress } from './PlayerProgress.tsx'
import { PlayerRating } from './PlayerRating.tsx'
import { PlayerSeasons } from './PlayerSeasons.tsx'
import { OwnVersus, PlayerVersus } from './PlayerVersus.tsx'
import { PlayerYear } from './PlayerYear.tsx'
import styles from './player.module.css'
import { LATEST, playerHref, showsAllBests } from './player-address.ts'

/** One player: the profile, figures, the year, the form, events, the progress, the bests by machine, and the latest scores. */
export function PlayerPage({ params, query }: RouteMatch) {
  const username = params.username!
  const { username: ownUsername } = useAccount()
  const { session } = useSession()
  const live = useSubscription(playersOne, { username })
  useSubscription(playersSummary, { username })
  useSubscription(playersScores, { username, limit: LATEST })
  const player = useDocuments<PlayerDoc, (PlayerDoc & { _id: string }) | undefined>(
    'players',
    documents => findByUsername(documents, username),
    [username],
  )
  const isOwnPage =
    ownUsername !== undefined &&
    (player === undefined ? usernameKey(ownUsername) === usernameKey(username) : player.username === ownUsername)
  const id = player?._id ?? null
  const bests = useDocuments<PlayerBestDoc, (PlayerBestDoc & { _id: string })[]>(
    'playerBests',
    documents =>
      documents
        .filter(each => each.userId === id)
        .sort((a, b) => a.rank - b.rank || b.percentile - a.percentile || (a.machineName < b.machineName ? -1 : 1)),
    [id],
  )
  const scores = useScores(LATEST, score => score.userId === id, [id])
  const summary = useDocument<PlayerSummaryDoc>('playerSummaries', id)
  const events = useDocuments<PlayerEventDoc, (PlayerEventDoc & { _id: string })[]>(
    'playerEvents',
    documents => documents.filter(each => each.userId === id).sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime()),
    [id],
  )
  const eventNames = useEventNames()
  if (live.state === 'failed' && live.error.error === 404) return <ShowNotFound />
  return (
    <AppShell current={isOwnPage ? 'me' : null} width="board">
      {player === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_player_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {player !== undefined && (
        <div className={layout.stack6}>
          <div className={cx(layout.stack3, styles.top)}>
            <header className={layout.line4}>
              <Avatar name={player.displayName} picture={smallest(player.picture)} size="l" />
              <div className={cx(layout.stack1, styles.title)}>
                <h1>{player.displayName}</h1>
                <p className={cx(layout.quiet, styles.facts)}>
                  {player.displayName !== player.username && <span>{player.username}</span>}
                  {player.location !== '' && (
                    <span>
                      <VisuallyHidden>{m.scores_player_where()} </VisuallyHidden>
                      {player.location}
                    </span>
                  )}
                  {player.ifpaNumber !== undefined && <span>IFPA {player.ifpaNumber}</span>}
                  {player.supporter && (
                    <span className={cx(layout.line, styles.supporter)}>
                      <Icon name="star" />
                      {m.ui_supporter()}
                    </span>
                  )}
                  <span>
                    {renderMessage(m.scores_player_facts({ count: player.scores, n: player.scores }), {
                      when: () => <TimeAgo at={player.joinedAt} />,
                    })}
                  </span>
                </p>
              </div>
            </header>
            {player.bio !== '' && (
              <p className={styles.bio} dir="auto">
                {player.bio}
              </p>
            )}
            <div className={cx(layout.row2, styles.acts, !isOwnPage && styles.others)}>
              {isOwnPage ? (
                <>
                  <ButtonLink href="/account">{m.scores_player_edit()}</ButtonLink>
                  <ButtonLink href="/groups">{m.ui_groups()}</ButtonLink>
                  <Button kind="plain" className={styles.leave} onClick={() => void session?.logOut().catch(() => undefined)}>
                    {m.ui_sign_out()}
                  </Button>
                </>
              ) : (
                <>
                  <ReportButton
                    kind="profile"
                    subjectId={player._id}
                    subjectLabel={m.scores_player_report({ name: player.displayName })}
                    path={`/players/${encodeURIComponent(player.username)}`}
                  />
                  <RemovePicture picture={player.picture} />
                </>
              )}
            </div>
          </div>
          {scores.length === 0 && live.state === 'ready' && <EmptyState title={m.scores_player_none({ name: player.displayName })} />}
          {(bests.length > 0 || events.length > 0) && (
            <PlayerFigures scores={player.scores} bests={bests} events={summary?.events ?? 0} eventsWon={summary?.eventsWon ?? 0} />
          )}
          {summary !== undefined && bests.length > 0 && (
            <section className={cx(layout.stack4, layout.minor)} aria-labelledby="year">
              <h2 id="year">{m.players_year()}</h2>
              <PlayerYear firstDay={summary.firstDay} days={summary.days} />
            </section>
          )}
          <PlayerSeasons userId={player._id} />
          <div className={cx(layout.stack6, styles.columns)}>
            {summary !== undefined && bests.length > 0 && (
              <section className={cx(layout.stack4, layout.minor)} aria-labelledby="form">
                <h2 id="form">{m.players_form()}</h2>
                <PlayerForm userId={player._id} days={summary.days} />
              </section>
            )}
            {events.length > 0 && (
              <section className={cx(layout.stack4, layout.minor)} aria-labelledby="events">
                <h2 id="events">{m.ui_events()}</h2>
                <PlayerEvents events={events} />
              </section>
            )}
          </div>
          <PlayerRating userId={player._id} isOwn={isOwnPage} />
          {ownUsername !== undefined &&
            (isOwnPage ? (
              <OwnVersus ownUsername={ownUsername} ownId={player._id} />
            ) : (
              <PlayerVersus ownUsername={ownUsername} opponent={player} />
            ))}
          {bests.length > 0 && (
            <PlayerProgress
              username={player.username}
              userId={player._id}
              displayName={player.displayName}
              query={query}
              machines={bests}
            />
          )}
          {bests.length > 0 && (
            <section className={cx(layout.stack4, layout.minor)} aria-labelledby="bests">
              <h2 id="bests">{m.scores_player_bests()}</h2>
              <PlayerBests
                bests={bests}
                all={showsAllBests(query)}
                allHref={playerHref(player.username, { machineId: readMachineId(query), all: true })}
                firstHref={playerHref(player.username, { machineId: readMachineId(query), all: false })}
              />
            </section>
          )}
          {scores.length > 0 && (
            <section className={cx(layout.stack4, layout.minor)} aria-labelledby="latest">
              <h2 id="latest">{m.ui_latest_scores()}</h2>
              <ScoreList
                label={m.scores_latest_of({ name: player.displayName })}
                scores={scores}
                machines={machineFacts(scores)}
                eventNames={eventNames}
              />
            </section>
          )}
        </div>
      )}
    </AppShell>
  )
}
