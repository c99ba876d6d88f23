import { useEffect, useEffectEvent, useState } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import { useAccount, useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsList } from '#events/contract/publications.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import { SUBMIT_LIVE } from '#scores/ui/query-params.ts'
import { SubmitEvent } from '#scores/ui/submit/SubmitEvent.tsx'
import { SubmitResult } from '#scores/ui/submit/SubmitResult.tsx'
import {
  type GameOfferDoc,
  type StationPlaceDoc,
  stationsClaim,
  stationsContest,
  stationsJustPlayed,
  stationsMine,
  stationsUnclaim,
} from '#stations/contract/reported-games.ts'
import { claimPath } from '#stations/ui/claim-path.ts'
import { keepClaim, takeKeptClaim } from '#stations/ui/kept-claim.ts'
import { RememberInitials } from '#stations/ui/RememberInitials.tsx'
import { useClaimEvent } from '#stations/ui/use-claim-event.ts'
import { findPlay, type ShownReportedGame, useReportedGames } from '#stations/ui/use-reported-games.ts'
import { useSettled } from '#stations/ui/use-settled.ts'
import { ActionNote } from './ActionNote.tsx'
import { ClaimableGame, type PlayActions } from './ClaimableGame.tsx'

/** A play of a game, as the page's actions name it. */
interface ChosenPlay {
  game: ShownReportedGame
  /** 1 for the first */
  play: number
}

interface Claimed extends ChosenPlay {
  result: SubmitScoreResult
}

/** What has come of the user's last action. `gameId`: of the game in which the user has tapped; null: above the games */
interface Note {
  gameId: string | null
  said?: string
  error?: string
}

/** ms: an offered game that ended so long before the page was opened is of another day, however wrong the clock of the device is */
const ANOTHER_DAY_MS = 24 * 60 * 60_000

/**
 * The page of the QR code at a machine whose games are reported: the games that have just ended there. A player taps the own score, and it
 * counts. Who has no account chooses first, and the choice is kept until the account is there.
 */
export function StationClaimPage({ params }: RouteMatch) {
  const code = params.code!
  const live = useSubscription(stationsJustPlayed, { code })
  // What the games wait for is asked for together with them.
  useSubscription(eventsList, SUBMIT_LIVE)
  useSubscription(stationsMine, useUserId() === null ? null : {})
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current={null}>
      <NoScriptNotice purpose={m.stations_claim_script()} />
      {live.state === 'pending' && <Skeleton kind="form" count={3} page />}
      {live.state === 'failed' && (
        <ErrorState page title={m.stations_claim_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {live.state === 'ready' && <JustPlayed key={code} code={code} />}
    </AppShell>
  )
}

/** The station of a code, with the games that have just ended there: the server sends no others, but for those that are offered to the user. */
function useStationHere(code: string): { station: (StationPlaceDoc & { _id: string }) | null; games: ShownReportedGame[] } {
  const station = useDocuments<StationPlaceDoc, (StationPlaceDoc & { _id: string }) | null>(
    'stationPlaces',
    places => places.find(place => place.code === code.trim().toLowerCase()) ?? null,
    [code],
  )
  const [openedAt] = useState(() => Date.now())
  const isHere = ({ stationId, endedAt }: ShownReportedGame): boolean =>
    stationId === station?._id && endedAt.getTime() > openedAt - ANOTHER_DAY_MS
  return { station, games: useReportedGames(isHere, [station?._id, openedAt]) }
}

function JustPlayed({ code }: { code: string }) {
  const { station, games } = useStationHere(code)
  const account = useAccount()
  const { userId } = account
  const number = useFormatNumber()
  const mine = useSubscription(stationsMine, userId === null ? null : {})
  const ownGroups = useDocuments<GameOfferDoc, readonly string[]>(
    'gameOffers',
    offers => offers.filter(({ groupId }) => groupId !== undefined).map(({ _id }) => _id),
    [],
  )
  const [claim, unclaim, contest] = [useMethod(stationsClaim), useMethod(stationsUnclaim), useMethod(stationsContest)]
  const requestId = useRequestId()
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const [asked, setAsked] = useState<ChosenPlay | null>(null)
  const [note, setNote] = useState<Note | null>(null)
  const [busy, setBusy] = useState(false)
  /** In the game of a group, only its players may claim; where its result was entered from the game, nobody. */
  const isOpen = ({ _id, used, groupId }: ShownReportedGame): boolean => used !== true && (groupId === undefined || ownGroups.includes(_id))
  const counts = useClaimEvent(station, games.filter(isOpen), claimed?.result.scoreId)
  const isSettled = useSettled(counts.isKnown && (userId === null || mine.state !== 'pending'))
  // Once the games are shown they stay, so that nothing moves under the thumb.
  const [isShown, setShown] = useState(isSettled)
  if (isSettled && !isShown) setShown(true)

  const run = async (gameId: string | null, action: () => Promise<string | undefined>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setNote(null)
    try {
      const said = await action()
      setNote(said === undefined ? null : { gameId, said })
    } catch (cause) {
      setNote({ gameId, error: errorMessage(cause) })
    }
    setBusy(false)
  }
  const claimPlay = (chosen: ChosenPlay): void => {
    const { game, play } = chosen
    if (userId === null) {
      keepClaim({ code, reportedGameId: game._id, play })
      setAsked(chosen)
      return
    }
    void run(game._id, async () => {
      const eventId = counts.eventIdOf(game)
      const input = { reportedGameId: game._id, play, code, ...(eventId === null ? {} : { eventId }) }
      const result = await claim({ _id: requestId(input), ...input })
      setAsked(null)
      setClaimed({ ...chosen, result })
      window.scrollTo({ top: 0, behavior: 'instant' })
      return undefined
    })
  }
  const undo = ({ game, play }: ChosenPlay, gameId: string | null): void =>
    void run(gameId, async () => {
      await unclaim({ reportedGameId: game._id, play })
      setClaimed(null)
      return m.stations_unclaimed()
    })
  const actions: PlayActions = {
    // What a guest chooses is only kept.
    busy: busy || (userId !== null && !isSettled),
    hasClaimed: claimed !== null,
    userId,
    onClaim: (game, play) => claimPlay({ game, play }),
    onUndo: (game, play) => undo({ game, play }, game._id),
    onContest: (game, play) =>
      void run(game._id, async () => {
        await contest({ reportedGameId: game._id, play, code })
        return m.stations_contested_own()
      }),
  }
  // What was chosen before signing in is claimed when the account is there, and it is known what counts where.
  const claimKept = useEffectEvent(() => {
    const kept = takeKeptClaim(code)
    const game = games.find(({ _id }) => _id === kept?.reportedGameId)
    const play = kept === null || game === undefined ? undefined : findPlay(game, kept.play)
    if (game !== undefined && play !== undefined && play.by === undefined) claimPlay({ game, play: play.play })
  })
  const canClaimKept = account.state === 'in' && isSettled
  useEffect(() => {
    if (canClaimKept) claimKept()
  }, [canClaimKept])

  const addScore = <ButtonLink href={station === null ? '/submit' : `/submit?machine=${station.machineId}`}>{m.ui_add_score()}</ButtonLink>
  if (!isShown) return <Skeleton kind="form" count={3} page />
  if (games.length === 0 && claimed === null)
    return (
      <EmptyState page title={m.stations_claim_none()} action={addScore}>
        {m.stations_claim_none_words()}
      </EmptyState>
    )
  const claimedPlay = claimed === null ? undefined : findPlay(claimed.game, claimed.play)
  const notedGame = games.find(({ _id }) => _id === note?.gameId)
  return (
    <div className={layout.stack5}>
      {claimed !== null && claimedPlay !== undefined ? (
        <>
          <SubmitResult
            page
            machineName={claimed.game.machineName}
            machineHref={`/machines/${claimed.game.machineId}`}
            value={claimedPlay.score}
            rank={claimed.result.rank}
            players={claimed.result.players}
            personalBest={claimed.result.personalBest}
            {...(claimed.result.previousBest === null ? {} : { previousBest: claimed.result.previousBest })}
            underReview={claimed.result.underReview === true}
            actions={
              <>
                <ButtonLink kind="primary" href={`/scores/${claimed.result.scoreId}`}>
                  {m.stations_see_score()}
                </ButtonLink>
                <Button busy={busy} onClick={() => undo(claimed, null)}>
                  {m.ui_undo()}
                </Button>
              </>
            }
          />
          {claimedPlay.initials !== undefined && (
            <RememberInitials venueId={claimed.game.venueId} venueName={claimed.game.venueName} initials={claimedPlay.initials} />
          )}
        </>
      ) : (
        <header className={layout.stack2}>
          <h1>{m.stations_claim_title()}</h1>
          <p className={layout.facts}>
            <Link href={`/machines/${station!.machineId}`}>{station!.machineName}</Link>
            <bdi className={layout.muted}>{station!.venueName}</bdi>
          </p>
          <p className={layout.muted}>{m.stations_claim_words()}</p>
        </header>
      )}
      <ActionNote {...(notedGame === undefined ? note : null)} />
      {claimed === null && counts.choice !== null && <SubmitEvent choice={counts.choice} onChoose={counts.choose} />}
      <List className={layout.stack5}>
        {games.map(game => (
          <ClaimableGame
            key={game._id}
            game={game}
            isOpen={isOpen(game)}
            actions={actions}
            note={
              <ActionNote {...(game === notedGame ? note : null)}>
                {asked?.game._id === game._id && account.state === 'out' && (
                  <Notice
                    kind="info"
                    title={m.stations_claim_sign_in({ score: number(findPlay(asked.game, asked.play)!.score) })}
                    action={
                      <div className={layout.row2}>
                        <SignInLinks path={claimPath(code)} />
                      </div>
                    }
                  >
                    {m.stations_claim_sign_in_words()}
                  </Notice>
                )}
              </ActionNote>
            }
          />
        ))}
      </List>
      {games.length > 0 && <p className={layout.quiet}>{m.stations_claim_window()}</p>}
    </div>
  )
}
