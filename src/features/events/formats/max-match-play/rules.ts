import { defineGamesEach, type GamesEach } from '../games-each.ts'

/** Everybody plays as many games, against as many different opponents as there are. */
export type MaxMatchPlay = GamesEach<'max-match-play'>

export const maxMatchPlay = defineGamesEach('max-match-play', true)
