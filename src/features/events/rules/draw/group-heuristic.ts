/**
 * Forms groups with few rematches, for when no groups without rematches are known. It cuts the players into groups in their order, then
 * swaps players between two groups as long as that helps. As a local search it does not guarantee the minimum. A rematch costs as much as
 * the number of times the two have met, so that rematches spread; otherwise players near each other in the order stay together.
 */
export function groupWithFewRepeats(n: number, sizes: readonly number[], timesMet: (a: number, b: number) => number): number[][] {
  const groups: number[][] = []
  let from = 0
  for (const size of sizes) {
    groups.push(Array.from({ length: size }, (_, i) => from + i))
    from += size
  }
  const cost = (player: number, group: readonly number[], instead: number): number =>
    group.reduce((sum, other) => (other === instead ? sum : sum + n * n * timesMet(player, other) + Math.abs(player - other)), 0)
  for (let hasImproved = true; hasImproved; ) {
    hasImproved = false
    for (const [g, group] of groups.entries()) {
      for (const other of groups.slice(g + 1)) {
        for (let i = 0; i < group.length; i++) {
          for (let j = 0; j < other.length; j++) {
            const [a, b] = [group[i]!, other[j]!]
            if (cost(a, other, b) + cost(b, group, a) >= cost(a, group, a) + cost(b, other, b)) continue
            group[i] = b
            other[j] = a
            hasImproved = true
          }
        }
      }
    }
  }
  return groups.map(group => group.sort((a, b) => a - b))
}
