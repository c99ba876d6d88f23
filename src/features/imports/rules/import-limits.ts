/** What an imported event may have of each at most. */
export const MAX_PLAYERS = 500
export const MAX_ROUNDS = 200
