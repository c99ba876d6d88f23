import { useEffect, useEffectEvent, useState } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
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
import { SubmitEvent } from '#scores/ui/submit/SubmitEvent.tsx'
import { SubmitResult } from '#scores/ui/submit/SubmitResult.tsx'
import {
  type StationPlaceDoc,
  stationsClaim,
  stationsContest,
  stationsJustPlayed,
  stationsUnclaim,
} from '#stations/contract/reported-games.ts'
import { CLAIM_BY_CODE_MS } from '#stations/rules/limits.ts'
import { claimPath } from '#stations/ui/claim-path.ts'
import { keepClaim, takeKeptClaim } from '#stations/ui/kept-claim.ts'
import { RememberInitials } from '#stations/ui/RememberInitials.tsx'
import { type ShownReportedGame, useReportedGames } from '#stations/ui/use-reported-games.ts'
import { ClaimableGame, type PlayActions } from './ClaimableGame.tsx'
import { useClaimEvent } from './use-claim-event.ts'

/** A play of a game, as the page's actions name it. */
interface ChosenPlay {
  game: ShownReportedGame
  /** 1 for the first */
  play: number
}

interface Claimed extends ChosenPlay {
  result: SubmitScoreResult
}

/**
 * The page of the QR code at a machine whose games are reported: the games that have just ended there. A player taps the own score, and it
 * counts. Who has no account chooses first, and the choice is kept until the account is there.
 */
export function StationClaimPage({ params }: RouteMatch) {
  const code = params.code!
  const live = useSubscription(stationsJustPlayed, { code })
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

/** The station of a code, with the games that have just ended there. */
function useStationHere(code: string): { station: (StationPlaceDoc & { _id: string }) | null; games: ShownReportedGame[] } {
  const station = useDocuments<StationPlaceDoc, (StationPlaceDoc & { _id: string }) | null>(
    'stationPlaces',
    places => places.find(place => place.code === code.trim().toLowerCase()) ?? null,
    [code],
  )
  const [openedAt] = useState(() => Date.now())
  // What is offered to the user may be of an earlier day.
  const isHere = ({ stationId, endedAt }: ShownReportedGame): boolean =>
    stationId === station?._id && endedAt.getTime() > openedAt - CLAIM_BY_CODE_MS
  return { station, games: useReportedGames(isHere, [station?._id, openedAt]) }
}

function JustPlayed({ code }: { code: string }) {
  const { station, games } = useStationHere(code)
  const account = useAccount()
  const number = useFormatNumber()
  const [claim, unclaim, contest] = [useMethod(stationsClaim), useMethod(stationsUnclaim), useMethod(stationsContest)]
  const requestId = useRequestId()
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const [asked, setAsked] = useState<ChosenPlay | null>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const counts = useClaimEvent({ machineId: station?.machineId ?? null, venueId: station?.venueId ?? null })

  const run = async (action: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    setSaid('')
    try {
      await action()
    } catch (cause) {
      setError(errorMessage(cause))
    }
    setBusy(false)
  }
  const claimPlay = (chosen: ChosenPlay): void => {
    const { game, play } = chosen
    if (account.userId === null) {
      keepClaim({ code, reportedGameId: game._id, play })
      setAsked(chosen)
      return
    }
    void run(async () => {
      const input = { reportedGameId: game._id, play, code, ...(counts.eventId === null ? {} : { eventId: counts.eventId }) }
      const result = await claim({ _id: requestId(input), ...input })
      setAsked(null)
      setClaimed({ ...chosen, result })
      window.scrollTo({ top: 0, behavior: 'instant' })
    })
  }
  const undo = ({ game, play }: ChosenPlay): void =>
    void run(async () => {
      await unclaim({ reportedGameId: game._id, play })
      setClaimed(null)
      setSaid(m.stations_unclaimed())
    })
  const actions: PlayActions = {
    busy,
    hasClaimed: claimed !== null,
    userId: account.userId,
    onClaim: (game, play) => claimPlay({ game, play }),
    onUndo: (game, play) => undo({ game, play }),
    onContest: (game, play) =>
      void run(async () => {
        await contest({ reportedGameId: game._id, play, code })
        setSaid(m.stations_contested_own())
      }),
  }
  // What was chosen before signing in is claimed when the account is there.
  const claimKept = useEffectEvent(() => {
    const kept = takeKeptClaim(code)
    const game = games.find(({ _id }) => _id === kept?.reportedGameId)
    if (kept !== null && game?.plays[kept.play - 1] !== undefined && game.plays[kept.play - 1]!.by === undefined)
      claimPlay({ game, play: kept.play })
  })
  const isIn = account.state === 'in'
  useEffect(() => {
    if (isIn) claimKept()
  }, [isIn])

  const addScore = <ButtonLink href={station === null ? '/submit' : `/submit?machine=${station.machineId}`}>{m.ui_add_score()}</ButtonLink>
  if (games.length === 0 && claimed === null)
    return (
      <EmptyState page title={m.stations_claim_none()} action={addScore}>
        {m.stations_claim_none_words()}
      </EmptyState>
    )
  const claimedPlay = claimed?.game.plays[claimed.play - 1]
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
                <Button busy={busy} onClick={() => undo(claimed)}>
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
      <FormError message={error} />
      <p role="status">{said}</p>
      {asked !== null && account.state === 'out' && (
        <Notice
          kind="info"
          title={m.stations_claim_sign_in({ score: number(asked.game.plays[asked.play - 1]!.score) })}
          action={
            <div className={layout.row2}>
              <SignInLinks path={claimPath(code)} />
            </div>
          }
        >
          {m.stations_claim_sign_in_words()}
        </Notice>
      )}
      {claimed === null && counts.choice !== null && <SubmitEvent choice={counts.choice} onChoose={counts.choose} />}
      <List className={layout.stack5}>
        {games.map(game => (
          <ClaimableGame key={game._id} game={game} actions={actions} />
        ))}
      </List>
      {games.length > 0 && <p className={layout.quiet}>{m.stations_claim_window()}</p>}
    </div>
  )
}
