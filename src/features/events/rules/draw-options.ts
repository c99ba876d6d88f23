/**
 * Where an entrant's seed comes from. `random`: there are none, and lots decide; `manual`: the director puts the players in order; `ifpa`:
 * their IFPA ranks; `previous`: their ranks in an earlier event.
 */
export const SEEDINGS = ['random', 'manual', 'ifpa', 'previous'] as const
export type Seeding = (typeof SEEDINGS)[number]

/** IFPA ranks have six digits at most. */
export const MAX_SEED = 999_999

/** How many games a group plays in a round at most. */
export const MAX_GAMES_PER_ROUND = 5

/** What the director of an event chooses about its rounds besides the format. */
export interface DrawOptions {
  readonly seeding: Seeding
  readonly gamesPerRound: number
}

/** What holds in an event whose director has chosen nothing. */
export const DEFAULT_DRAW_OPTIONS: DrawOptions = { seeding: 'random', gamesPerRound: 1 }

/** Returns the options that differ from the default: documents contain only these. */
export const chosenDrawOptions = ({
  seeding,
  gamesPerRound,
}: DrawOptions): { seeding?: Exclude<Seeding, 'random'>; gamesPerRound?: number } => ({
  ...(seeding === 'random' ? {} : { seeding }),
  ...(gamesPerRound === 1 ? {} : { gamesPerRound }),
})
