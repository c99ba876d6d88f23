import * as m from '#messages'
import { findByUsername, usernameKey } from '../../features/accounts/rules.ts'
import { useAccount, useSession } from '../../features/accounts/ui/use-account.ts'
import { useEventNames } from '../../features/events/ui/labels/event-names.ts'
import { ScoreValue } from '../../features/machines/ui/ScoreValue.tsx'
import { type PlayerDoc, playersOne } from '../../features/players/contract.ts'
import { RankBadge } from '../../features/players/ui/RankBadge.tsx'
import { ReportButton } from '../../features/reports/ui/ReportButton.tsx'
import type { PlayerBestDoc } from '../../features/scores/contract/boards.ts'
import { playersScores } from '../../features/scores/contract/scores.ts'
import { ScoreList } from '../../features/scores/ui/cards/ScoreList.tsx'
import { machineFacts, useScores } from '../../features/scores/ui/cards/use-scores.ts'
import { RemovePicture } from '../../features/uploads/ui/RemovePicture.tsx'
import { errorMessage, useDocuments, useSubscription } from '../../platform/live/hooks.ts'
import { ShowNotFound } from '../../platform/live/not-found-context.tsx'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { Icon } from '../../platform/ui/controls/Icon.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { VisuallyHidden } from '../../platform/ui/controls/VisuallyHidden.tsx'
import { renderMessage } from '../../platform/ui/format/rich-message.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { Avatar } from '../../platform/ui/pictures/Avatar.tsx'
import { smallest } from '../../platform/ui/pictures/pictures.ts'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'
import { TimeAgo } from '../../platform/ui/time/TimeAgo.tsx'
import { PlayerProgress } from './PlayerProgress.tsx'
import styles from './player.module.css'

const LIMIT = 20

/** One player: the profile, the bests by machine with their ranks, the progress, and the latest scores. */
export function PlayerPage({ params, query }: RouteMatch) {
  const username = params.username!
  const { username: ownUsername } = useAccount()
  const { session } = useSession()
  const live = useSubscription(playersOne, { username })
  useSubscription(playersScores, { username, limit: LIMIT })
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
  const scores = useScores(LIMIT, score => score.userId === id, [id])
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
        <div className={styles.stack}>
          <header className={styles.header}>
            <Avatar name={player.displayName} picture={smallest(player.picture)} size="l" />
            <div>
              <h1>{player.displayName}</h1>
              {player.supporter && (
                <p className={styles.supporter}>
                  <Icon name="star" />
                  {m.scores_player_supporter()}
                </p>
              )}
              <p className={styles.quiet}>
                {player.displayName !== player.username && <>{player.username} · </>}
                {renderMessage(m.scores_player_facts({ count: player.scores, n: player.scores }), {
                  when: () => <TimeAgo at={player.joinedAt} />,
                })}
              </p>
            </div>
          </header>
          {(player.bio !== '' || player.location !== '' || player.ifpaNumber !== undefined) && (
            <div className={styles.about}>
              {player.bio !== '' && (
                <p className={styles.bio} dir="auto">
                  {player.bio}
                </p>
              )}
              {player.location !== '' && (
                <p className={styles.quiet}>
                  <VisuallyHidden>{m.scores_player_where()} </VisuallyHidden>
                  {player.location}
                </p>
              )}
              {player.ifpaNumber !== undefined && <p className={styles.quiet}>IFPA {player.ifpaNumber}</p>}
            </div>
          )}
          {!isOwnPage && <RemovePicture picture={player.picture} />}
          {isOwnPage && (
            <div className={styles.acts}>
              <ButtonLink href="/account">{m.scores_player_edit()}</ButtonLink>
              <ButtonLink href="/groups">{m.scores_player_groups()}</ButtonLink>
              <Button className={styles.leave} onClick={() => void session?.logOut().catch(() => undefined)}>
                {m.scores_player_sign_out()}
              </Button>
            </div>
          )}
          {scores.length === 0 && live.state === 'ready' && <EmptyState title={m.scores_player_none({ name: player.displayName })} />}
          {bests.length > 0 && (
            <section className={styles.section} aria-labelledby="bests">
              <h2 id="bests">{m.scores_player_bests()}</h2>
              <ul className={styles.bests}>
                {bests.map(({ _id, machineId, machineName, value, rank, players, percentile }) => (
                  <li key={_id} className={styles.best}>
                    <RankBadge rank={rank} />
                    <span className={styles.machine}>
                      <Link href={`/machines/${machineId}`}>{machineName}</Link>
                      <span className={styles.quiet}>
                        {players > 1
                          ? m.scores_player_rank_beats({ rank, players, percent: Math.floor(percentile) })
                          : m.scores_player_rank({ rank, players })}
                      </span>
                    </span>
                    <ScoreValue value={value} size="row" />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {bests.length > 0 && (
            <PlayerProgress
              username={player.username}
              userId={player._id}
              displayName={player.displayName}
              query={query}
              machines={bests}
            />
          )}
          {scores.length > 0 && (
            <section className={styles.section} aria-labelledby="latest">
              <h2 id="latest">{m.scores_latest()}</h2>
              <ScoreList
                label={m.scores_latest_of({ name: player.displayName })}
                scores={scores}
                machines={machineFacts(scores)}
                eventNames={eventNames}
              />
            </section>
          )}
          {!isOwnPage && (
            <div>
              <ReportButton
                kind="profile"
                subjectId={player._id}
                subjectLabel={m.scores_player_report({ name: player.displayName })}
                path={`/players/${encodeURIComponent(player.username)}`}
              />
            </div>
          )}
        </div>
      )}
    </AppShell>
  )
}
