import { defineGamesEach, type GamesEach } from '../games-each.ts'

/** Everybody plays as many games; who has waited longest plays next, also against somebody met before. */
export type PaceMatchPlay = GamesEach<'pace-match-play'>

export const paceMatchPlay = defineGamesEach('pace-match-play', false)
