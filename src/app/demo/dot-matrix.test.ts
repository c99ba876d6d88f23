import { expect, it } from 'vitest'
import { toDots } from './dot-matrix.ts'

it('shows a number as dots that a person can read', () => {
  const { columns, lit } = toDots(1_047)
  const rows = Array.from({ length: 7 }, () => Array.from({ length: columns }, () => ' '))
  for (const { column, row } of lit) rows[row]![column] = '#'
  expect(rows.map(row => row.join('').trimEnd())).toEqual([
    '  #       ###     #  #####',
    ' ##      #   #   ##      #',
    '  #      #   #  # #     #',
    '  #      #   # #  #    #',
    '  #      #   # #####   #',
    '  #    # #   #    #   #',
    ' ###  #   ###     #   #',
  ])
})
