/** The slope of the least-squares line through the points (x, y), in units of y per unit of x. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const along = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return along / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}
