/**
 * Where an entrant's seed comes from. `random`: there are none, and lots decide; `manual`: the director puts the players in order; `ifpa`:
 * their IFPA ranks; `previous`: their ranks in an earlier event; `series`: their ranks in the season that the event is a night of; `rating`: the
 * order of their ratings.
 */
export const SEEDINGS = ['random', 'manual', 'ifpa', 'previous', 'series', 'rating'] as const
export type Seeding = (typeof SEEDINGS)[number]

/** The seedings whose ranks features above events know. */
export const SEED_SOURCES = ['series', 'rating'] as const satisfies readonly Seeding[]
export type SeedSourceName = (typeof SEED_SOURCES)[number]

/** IFPA ranks have six digits at most. */
export const MAX_SEED = 999_999

/**
 * `swiss`: neighbours in the standings meet who have not met yet; `tiers`: neighbours in the standings meet, also again; `balanced`: as few
 * rematches as possible, now and in the next round; `random`: any groups.
 */
export const GROUPINGS = ['swiss', 'tiers', 'balanced', 'random'] as const
export type Grouping = (typeof GROUPINGS)[number]

/**
 * How the first groups of a seeded event come about. `slaughter`: the best meet the worst; `adjacent`: neighbours meet; `cross`: the best of the
 * better half meets the best of the other half; `random`: lots decide. Without seeds lots always decide.
 */
export const FIRST_ROUNDS = ['slaughter', 'adjacent', 'cross', 'random'] as const
export type FirstRound = (typeof FIRST_ROUNDS)[number]

/**
 * How the players of a group follow each other. `balanced`: each player has each turn about equally often; `rotating`: in the order of the
 * seeds, which moves on by one each round; `seed` and `seed-reverse`: the best or the worst seed begins; `position`: the best of the standings
 * begins; `random`: lots decide; `none`: the players decide.
 */
export const PLAY_ORDERS = ['balanced', 'rotating', 'random', 'seed', 'seed-reverse', 'position', 'none'] as const
export type PlayOrder = (typeof PLAY_ORDERS)[number]

/**
 * Where the machine of a game comes from. `balanced`: it is drawn, one that these players have played least; `random`: lots decide; `banks`: a
 * group plays on the machines of one bank, which is drawn; `manual`: the director chooses it, or the group where its players enter results
 * that count; `none`: there is none, groups play where they stand.
 */
export const MACHINE_DRAWS = ['balanced', 'random', 'banks', 'manual', 'none'] as const
export type MachineDraw = (typeof MACHINE_DRAWS)[number]

/** The name of the bank that each machine belongs to, by the machine's id. */
export type Banks = Readonly<Record<string, string>>

/**
 * Over what opponents and machines are balanced: over the rounds of the event, or also over those of the nights before it in its season.
 */
export const BALANCES = ['event', 'series'] as const
export type Balance = (typeof BALANCES)[number]

/** How many games a group plays in a round at most. */
export const MAX_GAMES_PER_ROUND = 5
/** How many games a group has at most: a match of a bracket may be the best of seven. */
export const MAX_GAMES = 7

/** What the director of an event chooses about its rounds besides the format. */
export interface DrawOptions {
  readonly seeding: Seeding
  readonly gamesPerRound: number
  readonly firstRound: FirstRound
  readonly playOrder: PlayOrder
  readonly machineDraw: MachineDraw
  /** machines without a bank are not drawn by banks; null: there are none */
  readonly banks: Banks | null
  readonly balanceOver: Balance
}

/** What holds in an event whose director has chosen nothing. */
export const DEFAULT_DRAW_OPTIONS: DrawOptions = {
  seeding: 'random',
  gamesPerRound: 1,
  firstRound: 'slaughter',
  playOrder: 'balanced',
  machineDraw: 'balanced',
  banks: null,
  balanceOver: 'event',
}
