/** How many games a player needs to be in the list of ratings, unless the caller asks for another number: fewer say little. */
export const MIN_GAMES = 10

/** Returns how the place of one player in a game compares with that of another. */
export const compareFinish = (place: number, otherPlace: number): 'ahead' | 'behind' | 'level' =>
  place < otherPlace ? 'ahead' : place > otherPlace ? 'behind' : 'level'
