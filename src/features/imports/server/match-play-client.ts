import type { Clock } from '#ddp/timing/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { RequestFailure } from '#platform/http/limited-fetch.ts'
import { eventTooLarge, matchPlayDown, matchPlayRefuses, noTournament } from '../contract.ts'
import { type MatchPlayAnswers, sortAnswers, toFields, toNumber } from '../rules/match-play/answers.ts'
import { requestJson } from './json-request.ts'

/** ms between two requests: the service takes 120 a minute for a token (github johngarnett/matchplay-api-docs, rate-limits.md). */
const PACE = 525
/** An event with more pages of single games is not read. There are 500 on each page. */
const MAX_PAGES = 20

/**
 * Asks Match Play for an event: what it is, who plays, its rounds, games and standings. Nothing that a user typed gets into the requests but the
 * event's number and the token.
 * @param token the user's own
 * @throws DdpError 404: it knows no such event, or does not show it; 409: it does not take the token, or the event is too large; 503
 */
export async function fetchTournament(
  { url }: Config['matchPlay'],
  clock: Clock,
  { tournamentId, token }: { tournamentId: number; token: string },
): Promise<MatchPlayAnswers> {
  let isFirst = true
  const ask = async (path: string): Promise<unknown> => {
    if (!isFirst) await new Promise<void>(resolve => clock.after(PACE, resolve))
    isFirst = false
    const { status, said } = await requestJson(clock, `${url}/api/tournaments/${tournamentId}${path}`, {
      authorization: `Bearer ${token}`,
    }).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error
      throw error.reason === 'large' ? eventTooLarge() : matchPlayDown()
    })
    if (status === 401) throw matchPlayRefuses()
    if ([403, 404, 410].includes(status)) throw noTournament()
    if (status !== 200 || said === null) throw matchPlayDown()
    return said
  }
  const tournament = await ask('?includePlayers=true&includeArenas=true&includeLocation=true')
  const answers: unknown[] = [tournament, await ask('/rounds'), await ask('/games'), await ask('/standings')]
  if (toFields(toFields(tournament).data).type === 'best_game') {
    for (let page = 1, last = 1; page <= last; page++) {
      const said = await ask(`/single-player-games?limit=500&page=${page}`)
      answers.push(said)
      last = toNumber(toFields(toFields(said).meta).last_page) ?? 1
      if (last > MAX_PAGES) throw eventTooLarge()
    }
  }
  const sorted = sortAnswers(answers)
  if (sorted === null) throw matchPlayDown()
  return sorted
}
