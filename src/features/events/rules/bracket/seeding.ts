/** Returns the smallest power of two that is not below `n`. */
export const powerOfTwo = (n: number): number => 2 ** Math.ceil(Math.log2(n))

/**
 * Returns the seeds from the top of a bracket to its bottom: 1, 8, 4, 5, 2, 7, 3, 6. Neighbours meet first, and the better two seeds of any
 * part of the bracket meet last in it.
 * @param size a power of two
 */
export function standardSeeding(size: number): number[] {
  let seeds = [1]
  while (seeds.length < size) {
    const sum = seeds.length * 2 + 1
    seeds = seeds.flatMap(seed => [seed, sum - seed])
  }
  return seeds
}

/**
 * Divides a range of seeds among groups so that each has as strong a field as the others: with four groups 1, 8, 9, 16 and 2, 7, 10, 15 and
 * so on.
 * @param first the best seed of the range @param groups how many @param size players of each
 */
export const snakeGroups = (first: number, groups: number, size: number): number[][] =>
  Array.from({ length: groups }, (_, group) =>
    Array.from({ length: size }, (_, row) => first + row * groups + (row % 2 === 0 ? group : groups - 1 - group)),
  )
