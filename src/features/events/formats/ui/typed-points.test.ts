import { expect, it } from 'vitest'
import { typedPoints } from './typed-points.ts'

it.each([
  ['25, 18, 15', [25, 18, 15]],
  ['25 18 15', [25, 18, 15]],
  ['25,18,15', [25, 18, 15]],
  ['25; 18,5; 12', [25, 18.5, 12]],
  ['25, 18,5 12.25', [25, 18.5, 12.25]],
  ['٢٥، ١٨، ١٥', [25, 18, 15]],
  ['٢٥؛١٨٫٥', [25, 18.5]],
  [' 25,\n18,\n', [25, 18]],
  ['', []],
  ['25, x', [25, Number.NaN]],
  ['100 1,2,3', [100, Number.NaN]],
])('reads the points "%s"', (text, numbers) => {
  expect(typedPoints(text)).toEqual(numbers)
})
