import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { machinesOne, noMachine } from '#machines/contract/machines.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import { updates } from '#platform/live/server/live-query.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noPlayer, playersOne } from '#players/contract/players.ts'
import { playersSummary } from '#players/contract/summary.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { boardsPlaces, boardsTop, scoresPlaces } from '../contract/boards.ts'
import { noScore } from '../contract/errors.ts'
import { scoresLiked } from '../contract/likes-and-comments.ts'
import { playersProgress, playersScores, scoresRecent } from '../contract/scores.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { BoardDocumentsView } from './boards/board-documents-view.ts'
import { authorizeAndWatchScope, resolveMachine } from './boards/board-scope.ts'
import { BoardView } from './boards/board-view.ts'
import { statsDocument } from './boards/machine-stats.ts'
import { PlayerFormView } from './boards/player-form.ts'
import { PlayerRanksView, playerRankDocuments, ScoreRanksView } from './boards/player-ranks.ts'
import { keepsBoardsUnchanged, scoreChanged, scoresErased, scoresMerged } from './changes.ts'
import { hasLiked } from './social/social-store.ts'
import { countUserScores, isPlayer, scoreById } from './store.ts'
import { publishGroupMachines } from './views/group-machines.ts'
import { publishHighlights } from './views/highlights.ts'
import { mostPlayed, PlayerProgressView } from './views/player-progress.ts'
import { publishPlayerYear } from './views/player-summary.ts'
import { RecentScores, recentScoresUpdates, type ScoreListFilter } from './views/recent-scores.ts'
import { publishScore } from './views/score-detail.ts'
import { publishScoreVoids } from './views/score-voids.ts'

const BOARD_VIEWS = { name: 'board views', maxIdle: 300 }
const SCORE_LISTS = { name: 'score lists', maxIdle: 300 }

interface Dependencies {
  machines: MachinesApi
  players: PlayersApi
  groups: GroupsApi
  events: EventsApi
  venues: VenuesApi
}

export function registerPublications(platform: FeatureContext, dependencies: Dependencies, boards: BoardCache): void {
  const { live, database } = platform
  const { machines, players, groups, events, venues } = dependencies
  const position = (): number => live.changeLog.applied

  live.query(boardsTop, {
    cache: BOARD_VIEWS,
    async params({ scope, window = 'all', limit = 50, verifiedOnly = false }, publishing) {
      return { among: await authorizeAndWatchScope(dependencies, scope, publishing), window, limit, verifiedOnly }
    },
    key: ({ among: members, window, limit, verifiedOnly }) => `top ${JSON.stringify(members)} ${window} ${limit} ${verifiedOnly}`,
    open: ({ among: members, window, limit, verifiedOnly }, view) =>
      new BoardView({ boards, database, position, name: { ...members, window, verifiedOnly }, limit }, view),
  })

  live.query(boardsPlaces, {
    cache: BOARD_VIEWS,
    params: async ({ machineId, userId }) => ({ machineId: await resolveMachine(machines, machineId), userId }),
    key: ({ machineId, userId }) => `places ${machineId} ${userId}`,
    open: ({ machineId, userId }, view) => new BoardDocumentsView(view, boards, position, playerRankDocuments(machineId, userId)),
  })
  live.query(scoresPlaces, {
    cache: BOARD_VIEWS,
    async params({ scoreId }) {
      const score = await scoreById(database.db, scoreId)
      if (score === null) throw noScore()
      return { machineId: score.machineId, userId: score.userId }
    },
    key: ({ machineId, userId }) => `score places ${machineId} ${userId}`,
    open: (params, view) => new ScoreRanksView(view, boards, machines, position, params),
    reloadOn: [machinesChanged.touches(machineKeys)],
  })

  live.query(machinesOne, {
    cache: BOARD_VIEWS,
    params: ({ machineId }) => machineId,
    key: machineId => `stats ${machineId}`,
    open: (machineId, view) => new BoardDocumentsView(view, boards, position, [statsDocument(machineId)]),
  })

  const recent = {
    cache: SCORE_LISTS,
    key: (filter: ScoreListFilter) => `recent ${JSON.stringify(filter)}`,
    open: (filter: ScoreListFilter, view: ConstructorParameters<typeof RecentScores>[3]) =>
      new RecentScores(database, boards, filter, view),
    updateOn: recentScoresUpdates,
  }
  live.query(scoresRecent, {
    ...recent,
    // As home asks for it, and as programs do that name no limit.
    standing: ({ limit, before, machineId, userId, groupId, eventId, venueId }) =>
      (limit === 30 || limit === 50) && [before, machineId, userId, groupId, eventId, venueId].every(each => each === null),
    async params(
      { limit = PART_ROWS, before = null, machineId = null, userId = null, eventId = null, groupId = null, venueId = null, places = false },
      publishing,
    ) {
      if (eventId !== null) await events.authorizeAndWatch(publishing, eventId)
      if (groupId !== null) await groups.authorizeAndWatch(publishing, groupId)
      if (venueId !== null) await venues.authorizeAndWatch(publishing, venueId)
      const resolvedMachineId = machineId === null ? null : await resolveMachine(machines, machineId)
      if (userId !== null && !(await isPlayer(database.db, userId))) throw noPlayer()
      return { limit, before, machineId: resolvedMachineId, userId, groupId, eventId, venueId, places }
    },
  })
  live.query(playersScores, {
    ...recent,
    async params({ username, limit = PART_ROWS, before = null }) {
      return {
        limit,
        before,
        machineId: null,
        userId: await players.userIdByName(username),
        groupId: null,
        eventId: null,
        venueId: null,
        places: false,
      }
    },
  })

  publishScore(live, SCORE_LISTS)
  publishScoreVoids(live, database, events, SCORE_LISTS)
  publishGroupMachines(live, groups, SCORE_LISTS)
  publishHighlights(platform, boards, SCORE_LISTS)

  live.query(scoresLiked, {
    cache: SCORE_LISTS,
    params: ({ scoreId }, publishing) => ({ scoreId, userId: signedIn(publishing) }),
    key: ({ scoreId, userId }) => `liked ${scoreId}/${userId}`,
    async load(tx, { scoreId, userId }, { watchKeys }) {
      const id = `${scoreId}/${userId}`
      watchKeys(id, scoreId)
      return { likes: (await hasLiked(tx, scoreId, userId)) ? [[id, { scoreId, userId }]] : [] }
    },
    reloadOn: [
      scoreChanged.touches(({ op, score, by }) => (op === 'liked' ? [`${score.id}/${by}`] : op === 'removed' ? [score.id] : [])),
      scoresErased.touches(({ touched }) => touched),
    ],
  })

  live.query(playersOne, {
    cache: BOARD_VIEWS,
    params: ({ username }) => players.userIdByName(username),
    key: userId => `bests ${userId}`,
    open: (userId, view) => new PlayerRanksView(view, boards, database, position, userId),
    reloadOn: [scoresMerged.touches(({ from, into }) => [machineKey(from), machineKey(into)]), machinesChanged.touches(machineKeys)],
    updateOn: [
      updates(
        scoreChanged,
        change => (keepsBoardsUnchanged(change) ? [] : [change.score.userId]),
        (bests: PlayerRanksView, _documents, change) => bests.isMissing(change),
      ),
    ],
  })
  live.query(playersOne, {
    cache: SCORE_LISTS,
    params: ({ username }) => players.userIdByName(username),
    key: userId => `count ${userId}`,
    load: async (tx, userId) => {
      return { players: [[userId, { scores: await countUserScores(tx, userId) }]] }
    },
    reloadOn: [
      updates(
        scoreChanged,
        change => (keepsBoardsUnchanged(change) ? [] : [`count ${change.score.userId}`]),
        (_source, documents, { op, score: { userId } }) => {
          const count = documents.get('players', userId)?.scores
          if (op !== 'submitted' || typeof count !== 'number') return true
          documents.put('players', userId, { scores: count + 1 })
          return false
        },
      ),
      scoresErased.touches(({ userId }) => [`count ${userId}`]),
    ],
  })

  publishPlayerYear(live, players, SCORE_LISTS)
  live.query(playersSummary, {
    cache: BOARD_VIEWS,
    params: ({ username }) => players.userIdByName(username),
    key: userId => `form ${userId}`,
    open: (userId, view) => new PlayerFormView(view, boards, database, position, userId),
    reloadOn: [
      scoreChanged.touches(change => (keepsBoardsUnchanged(change) ? [] : [change.score.userId])),
      scoresErased.touches(({ userId }) => [userId]),
      scoresMerged.touches(({ from, into }) => [machineKey(from), machineKey(into)]),
      machinesChanged.touches(machineKeys),
    ],
  })

  live.query(playersProgress, {
    cache: SCORE_LISTS,
    async params({ username, machineId }) {
      const userId = await players.userIdByName(username)
      const machine = machineId === undefined ? undefined : await machines.resolveMerged(machineId)
      if (machine === null) throw noMachine()
      const resolvedId = machine?.machineId ?? (await mostPlayed(database.db, userId))
      return resolvedId === null ? null : { userId, machineId: resolvedId }
    },
    key: ({ userId, machineId }) => `progress ${userId}/${machineId}`,
    open: params => new PlayerProgressView(database, params),
    updateOn: [
      updates(
        scoreChanged,
        change => (keepsBoardsUnchanged(change) ? [] : [`${change.score.userId}/${change.score.machineId}`]),
        (progress: PlayerProgressView, documents, change) => progress.applyScore(change, documents),
      ),
    ],
    reloadOn: [
      scoresErased.touches(({ userId }) => [userId]),
      scoresMerged.touches(({ from, into }) => [machineKey(from), machineKey(into)]),
      machinesChanged.touches(machineKeys),
    ],
  })
}
