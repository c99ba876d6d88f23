import type { EventGameDoc, EventGroupDoc } from '#events/contract/documents.ts'
import * as m from '#messages'

/** One game of a group, with its part of the group's document. `_id` is unique among the games of all groups. */
export interface PlayedGroup extends EventGameDoc, Pick<EventGroupDoc, 'eventId' | 'round' | 'number' | 'entrantIds' | 'bracketGame'> {
  _id: string
  groupId: string
  /** 1 for the first game of the group in this round */
  game: number
  /** how many games the group plays in this round */
  gameCount: number
}

/** Names a game among those of all groups. A group's first game has the id of the group. */
export const gameKey = (groupId: string, game = 1): string => (game === 1 ? groupId : `${groupId}/${game}`)

/** Returns the games of a group, in their order. */
export function gamesOfGroup({ _id: groupId, games, ...group }: EventGroupDoc & { _id: string }): PlayedGroup[] {
  const list: EventGameDoc[] = games ?? [group]
  const { eventId, round, number, entrantIds, bracketGame } = group
  return list.map((played, i) => ({
    ...played,
    ...{ eventId, round, number, entrantIds },
    ...(bracketGame === undefined ? {} : { bracketGame }),
    ...{ _id: gameKey(groupId, i + 1), groupId, game: i + 1, gameCount: list.length },
  }))
}

/** Returns a game as methods name it. */
export const gameArgument = ({ groupId, game }: Pick<PlayedGroup, 'groupId' | 'game'>): { groupId: string; game?: number } => ({
  groupId,
  ...(game === 1 ? {} : { game }),
})

/** Returns the game that a player is to play now, or has played last. @param games in the order of their rounds */
export function currentGame(games: readonly PlayedGroup[], entrantId: string | undefined): PlayedGroup | undefined {
  const own = entrantId === undefined ? [] : games.filter(({ entrantIds }) => entrantIds.includes(entrantId))
  return own.find(({ state }) => state !== 'confirmed') ?? own.at(-1)
}

/** Returns one game of each group: the first without a confirmed result, or the last. @param games those of one group follow each other */
export function currentGames(games: readonly PlayedGroup[]): PlayedGroup[] {
  const current = new Map<string, PlayedGroup>()
  for (const game of games) {
    const earlier = current.get(game.groupId)
    if (earlier === undefined || earlier.state === 'confirmed') current.set(game.groupId, game)
  }
  return [...current.values()]
}

/** Returns the number of a group, and of its game if it plays several: for texts such as "Confirm the result of group …". */
export const groupNumber = ({ number, game, gameCount }: Pick<PlayedGroup, 'number' | 'game' | 'gameCount'>): string =>
  gameCount === 1 ? String(number) : m.events_group_game({ n: number, game })

/** Returns the title of a game: its group, and which game of how many. */
export const gameTitle = ({ number, game, gameCount }: Pick<PlayedGroup, 'number' | 'game' | 'gameCount'>): string =>
  gameCount === 1 ? m.events_group({ n: number }) : m.events_group_game_of({ n: number, game, games: gameCount })

/** Returns the title of a game in a bracket, and which game of how many. */
export const titleWithGame = (title: string, { game, gameCount }: Pick<PlayedGroup, 'game' | 'gameCount'>): string =>
  gameCount === 1 ? title : `${title} · ${m.events_screen_game({ game, games: gameCount })}`
